"""Players that look ahead: the deal played out many times over the hands that fit.

The folder needs numba and numpy, the rest of the engine does not: `analysis.py` and
`discarding.py` are what players call. What is compiled lies in `kernel`.
"""
