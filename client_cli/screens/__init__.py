"""What a table looks like in a full screen: pure, cells out."""
