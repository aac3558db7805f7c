"""Tests of client_cli, file by file."""
