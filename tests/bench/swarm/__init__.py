"""Many persons at many tables: what `tests.bench.load` is made of."""
