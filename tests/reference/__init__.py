"""A second, independent scorer, against which the product is checked.

It is written from the rules text alone, works on card codes instead of card
numbers, and prefers trying everything to being clever. Nothing here imports the
product, and the product never imports anything from here. `oracle` is the door.
"""
