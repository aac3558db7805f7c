"""What all messages have in common.

A message never changes once it exists, takes no value of a neighbouring type (`true` is
not 1, `1.0` is not 1, `"1"` is not 1), and shows no input in the text of its errors. Two
families part here: what a client says is taken only without unknown fields, what a
server tells is read without minding them, so that servers may grow.
"""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class Message(BaseModel):
    """Base of what a client says: unknown fields are refused."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        strict=True,
        frozen=True,
        extra="forbid",
        allow_inf_nan=False,
        hide_input_in_errors=True,
    )


class Told(Message):
    """Base of what a server tells: unknown fields are ignored."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="ignore")
