"""What a host sets: that it reaches the part it is for, and what it is unless set."""
