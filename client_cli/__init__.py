"""The reference client for the terminal."""
