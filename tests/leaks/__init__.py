"""Two deals that a seat cannot tell apart look alike to it in everything it is told."""
