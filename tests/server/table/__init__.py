"""One table without input or output, file by file."""
