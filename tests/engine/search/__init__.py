"""The search, and how certain it may be of what it cannot see."""
