"""`tarocco bot`: a program plays at a table, as an object or as a process of its own."""
