"""The words on the wire: what a client may say and what the server answers."""
