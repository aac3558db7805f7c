"""A real server that goes wrong on purpose, so that clients can be tried on it.

Store, hub and bots are the usual ones; only the link between a client and the server is
faulty, and only where the scene that is played wants it.
"""
