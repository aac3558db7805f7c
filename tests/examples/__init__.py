"""Clients that others could have written, run against real servers."""
