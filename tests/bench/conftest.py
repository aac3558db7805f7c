"""What cannot be collected where the extra `bench` is not installed."""

from importlib.util import find_spec

# Its tests are skipped with a reason; here it would be read for examples.
collect_ignore = [] if find_spec("pyspiel") else ["peer_openspiel.py"]
