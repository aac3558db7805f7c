"""Tests of the words on the wire, and of the client that speaks them."""
