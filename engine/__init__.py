"""The rules of Tarocco Bolognese, as pure functions over frozen records.

No names are re-exported here: importing any file of this package runs this one, and a
client that only wants the card codes of `engine.cards` would load every rule with it.
Names are imported from the file that defines them; `README.md` lists the files.
"""
