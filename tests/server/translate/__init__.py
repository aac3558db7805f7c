"""What each recipient is told, file by file."""
