"""Tables at work on one node and on several, file by file."""
