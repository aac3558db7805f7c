"""The compiled rules against the readable ones."""
