"""One connection from hello to its end, file by file."""
