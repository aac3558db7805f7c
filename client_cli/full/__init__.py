"""The full-screen mode: keys and mouse in, the screens drawn by Textual."""
