"""Tables at work on this node: commands in, events stored, then told.

No node owns a table. What is kept here is a copy that may be behind; every change is
conditional on it, and the store's answer says when to catch up.
"""
