"""Real server processes, a real store, real sockets."""
