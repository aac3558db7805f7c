"""What ties the server to the outside: stores, sockets, clocks, processes."""
