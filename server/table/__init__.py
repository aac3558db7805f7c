"""One table without input or output: state, commands, events, decisions, deadlines."""
