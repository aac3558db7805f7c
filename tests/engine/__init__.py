"""The rules of the game, file by file."""
