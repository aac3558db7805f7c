"""The protocol as others see it: its documents, and a server that keeps to them."""
