"""What people complain about in bots, as positions that each level passes or fails."""
