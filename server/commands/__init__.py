"""What `tarocco-server` does: one file for each of its words."""
