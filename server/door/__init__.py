"""One connection: messages in, answers out, and the tables its person looks at."""
