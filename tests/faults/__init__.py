"""Every kind of fault, on real server processes and a real store."""
