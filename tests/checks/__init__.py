"""Every check of the project, as one command; run.py starts it inside .venv.

It lies under tests because it stands on everything and the product never needs it.
"""
