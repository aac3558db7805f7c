"""Tests of the adapters, file by file."""
