"""Everything that shows the game, the wire and the server to be right."""
