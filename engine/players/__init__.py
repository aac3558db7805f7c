"""Players that are programs: each sees what one seat may know, and answers for it."""
