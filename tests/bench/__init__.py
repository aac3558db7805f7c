"""Scripts that measure; run by hand, one at a time, on a quiet machine."""
