"""Verbs that need no server; the only part of the client that knows the rules.

Loaded for these verbs alone, and by a live table once a deal is over, to check it: a
client that plays is told by its server what is legal and what counts.
"""
