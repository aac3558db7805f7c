"""Playing at a table: the only part of the client that uses the network."""
