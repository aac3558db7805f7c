"""Leaves out what needs numba where there is none; the rest of the project does not."""

from importlib.util import find_spec

collect_ignore_glob = (
    []
    if find_spec("numba")
    else ["engine/search/*", "tests/engine/search/*", "*by_search.py"]
)
