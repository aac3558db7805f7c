"""What every store has to do, and each store held against it."""
