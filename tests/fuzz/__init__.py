"""Bad inputs without end: what is read is answered, and nothing else happens."""
