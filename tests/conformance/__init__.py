"""Proof that a client or a server speaks the protocol: frames, limits, dialogues."""
