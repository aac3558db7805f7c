"""Tables, connections and storage: the host of the game."""
