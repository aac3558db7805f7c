"""What `tarocco-server` does, word by word."""
