"""Small endings of deals, with the number of ways in which they can be played."""
