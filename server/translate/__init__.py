"""What each recipient is told: the one place where a hidden thing could get out.

Stored events become items of an `events` message, states become views. Both see cards
only through the engine's views, which have no place for what a seat may not know.
"""
