"""The rules as short texts, `<language>/<topic>.txt`, with the numbers they follow.

A text begins with its title; an empty line parts paragraphs. `client_cli.rule_topics`
finds and shows them.
"""
