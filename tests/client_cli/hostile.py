"""Texts with which somebody would take over another person's terminal."""

from typing import Final

from hypothesis import strategies as st

HOSTILE: Final = st.one_of(
    st.sampled_from(
        [
            "\x1b",  # escape sequences, and their C1 forms
            "\x9b",
            "\x9d",
            "\a",
            "\b",
            "\r",
            "\n",
            "\x00",
            "\x7f",
            "\u202e",  # what turns the direction of writing
            "\u2066",
            "\u2069",
            "\u200f",
            "\u2028",
            "\u200b",
            "\ufeff",
            *"[]2J;?m{}",
        ]
    ),
    st.characters(exclude_categories=["Cs"]),
)
"""The letters of such a text."""
