"""Whole deals as text, card by card.

`python -m tests.playthroughs "What it shows." < record.json > name.txt` writes another.
"""
