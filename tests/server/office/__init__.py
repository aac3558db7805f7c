"""Tests of what whoever runs a server may do."""
