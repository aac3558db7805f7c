"""The rules as short texts, `<language>/<topic>.txt`, with the numbers they follow.

A text begins with its title; an empty line parts paragraphs. A paragraph is one line,
or one for each point or row of a table: `client_cli.rule_topics` finds the texts and
breaks their lines to the width of a terminal.
"""
