"""What several tests share: builders, strategies, doubles that behave."""
