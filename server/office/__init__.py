"""What whoever runs a server may do at its tables, with the tables' knowledge.

It works on the store as one more node, so it needs no running server, and every change
goes through the same door as everybody's.
"""
