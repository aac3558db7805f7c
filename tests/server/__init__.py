"""Tests of the server, file by file."""
