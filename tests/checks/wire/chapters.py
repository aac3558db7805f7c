"""The parts of protocol/README.md that are made from the models and the examples."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final, get_args

from protocol import limits
from protocol.base import Message
from protocol.codes import CloseCode, ErrorCode
from protocol.to_client import ToClient
from protocol.to_server import Command, ToServer
from server.rehearsal.scenes import SCENES
from tests.checks.wire.describing import type_words
from tests.checks.wire.examples import as_hex, as_json, frames
from tests.checks.wire.families import MODELS, fields_of, meaning_of, tag_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_OPS: Final = (*get_args(ToServer), *get_args(ToClient))


def chapter(model: type[Message]) -> str:
    """Heading, meaning, fields and example of a model."""
    name = model.__name__
    tag = tag_of(model)
    title = f"`{tag}` ({name})" if tag is not None else name
    if name == "UnknownItem":
        title = f"any other kind ({name})"
    parts = [f'<a id="{name.lower()}"></a>\n', f"#### {title}\n"]
    parts += [_told_as_nil(_paragraphs(model.__doc__ or "")), "", field_table(model)]
    frame = frames().get(name)
    if frame is not None:
        parts += ["", f"```json\n{as_json(frame)}\n```"]
        if model in _OPS:
            parts += ["", _hex_block(frame)]
    return "\n".join(parts)


def field_table(model: type[Message]) -> str:
    """The fields of a model with type and meaning."""
    schema = model.model_json_schema()
    rows = []
    for name in fields_of(model):
        info = model.model_fields[name]
        meaning = _told_as_nil(meaning_of(model, name))
        if not info.is_required():
            meaning += _when_left_out(info.default)
        rows.append(
            f"| `{name}` | {type_words(schema['properties'][name])} | {meaning} |"
        )
    if not rows:
        return "No fields."
    return "\n".join(["| field | type | meaning |", "|---|---|---|", *rows])


def error_codes() -> str:
    """All error codes with sentence and advice."""
    rows = [
        f"| `{code}` | {code.sentence} | {code.advice.value} |" for code in ErrorCode
    ]
    return "\n".join(["| code | meaning | what to do |", "|---|---|---|", *rows])


def close_codes() -> str:
    """All close codes with sentence and whether to come back."""
    rows = [
        f"| {code.value} | {code.sentence} | {code.retry.value} |" for code in CloseCode
    ]
    return "\n".join(["| code | meaning | connect again? |", "|---|---|---|", *rows])


def all_messages() -> str:
    """Every message, by who says it."""
    commands = set(get_args(Command))
    said = get_args(ToServer)
    rows = [
        ("commands, with a number", [one for one in said if one in commands]),
        ("requests, without one", [one for one in said if one not in commands]),
        ("from the server", get_args(ToClient)),
    ]
    lines = [f"| {title} | {_links(models)} |" for title, models in rows]
    return "\n".join(["| | |", "|---|---|", *lines])


def limit_table() -> str:
    """What both sides keep to."""
    rows = [
        ("message to the server", f"{limits.TO_SERVER_BYTES:,} bytes", "1009"),
        (
            "message to a client",
            (
                f"{limits.TO_CLIENT_BYTES:,} bytes; `snapshot` and `past` "
                f"{limits.SNAPSHOT_BYTES:,}"
            ),
            "never sent",
        ),
        (
            "nesting; entries of an array or map; text; bin, to the server",
            (
                f"{limits.DEPTH}; {limits.ITEMS}; {limits.TEXT_LENGTH} bytes (in "
                f"`hello` {limits.LOGIN_LENGTH:,}); {limits.BIN_BYTES} bytes"
            ),
            "`E_BAD_MESSAGE`; for a long `op` `E_UNKNOWN_OP`",
        ),
        (
            "items in one `events` or `past`",
            f"{limits.EVENTS_PER_MESSAGE}",
            "never sent",
        ),
        ("events in one replay", f"{limits.REPLAY_EVENTS}", "a snapshot instead"),
        ("connections from one address", "20; 60 new ones a minute", "HTTP 429"),
        ("connections of one session", "3", "4009"),
        (
            "messages to the server, on one connection",
            (
                f"{limits.MESSAGES_PER_S} a second, {limits.MESSAGES_BURST} at once, "
                f"{limits.BYTES_PER_S // 1024} KiB a second"
            ),
            "`E_RATE`; beyond twice as many 4006, twice as many bytes: cut off",
        ),
        (
            "pings and pongs of WebSocket, on one connection",
            (
                f"{2 * limits.MESSAGES_PER_S} a second, "
                f"{2 * limits.MESSAGES_BURST} at once; their bytes count above"
            ),
            "cut off without a code",
        ),
        ("`say`", "1 a second, 3 at once", "`E_RATE`"),
        (
            "`hint`, of one person",
            (
                f"one every {1 / limits.HINTS_PER_S:g} s, {limits.HINTS_BURST} at once; "
                "one at a time"
            ),
            "`E_RATE`; `E_BUSY`",
        ),
        (
            "messages that cannot be taken",
            (
                f"{limits.INVALID_MESSAGES} in {limits.INVALID_WITHIN_S} s; "
                "`E_BAD_NAME` does not count"
            ),
            "4001",
        ),
        (
            "what waits for a client that does not read",
            f"{limits.OUTBOX_BYTES // 1024} KiB or {limits.OUTBOX_MESSAGES} messages",
            "dropped, then a snapshot; no progress for 10 s: cut without a code",
        ),
        (
            "fragments of one message; from its first byte to its last",
            f"{limits.TO_SERVER_FRAGMENTS}; {limits.MESSAGE_S} s",
            "1009; 4007",
        ),
        ("`hello` after connecting", f"{limits.HELLO_S} s", "4002"),
        ("`create` and `quick`, of one session", "5 a minute", "`E_RATE`"),
        ("seats of one session", "4", "`E_TOO_MANY_TABLES`"),
        ("onlookers at a table, on one server", "50", "`E_NOT_ALLOWED`"),
    ]
    lines = [f"| {what} | {limit} | {beyond} |" for what, limit, beyond in rows]
    return "\n".join(["| what | limit | beyond it |", "|---|---|---|", *lines])


def rehearsal_scenes() -> str:
    """The scenes of a rehearsal, with their lines."""
    rows = [f"| `{scene.name}` | {scene.line} |" for scene in SCENES]
    return "\n".join(["| scene | what happens: what to do |", "|---|---|", *rows])


PARTS: Final[dict[str, Callable[[], str]]] = {
    "all messages": all_messages,
    "error codes": error_codes,
    "close codes": close_codes,
    "limits": limit_table,
    "rehearsal scenes": rehearsal_scenes,
    "ping in bytes": lambda: f"`{frames()['Ping'].hex(' ')}`",
}
"""The parts that are not the chapter of a model."""


def part(name: str) -> str:
    """A part by its name.

    Raises:
        KeyError: There is none of this name.
    """
    kind, _, model = name.partition(" ")
    return chapter(MODELS[model]) if kind == "model" else PARTS[name]()


def _links(models: Iterable[type[Message]]) -> str:
    return " ".join(f"[`{tag_of(one)}`](#{one.__name__.lower()})" for one in models)


def _paragraphs(text: str) -> str:
    """A docstring with one line for each paragraph."""
    return "\n\n".join(" ".join(one.split()) for one in text.split("\n\n"))


def _told_as_nil(text: str) -> str:
    return re.sub(r"\bNone\b", "`nil`", text)


def _when_left_out(default: object) -> str:
    if default is None or isinstance(default, Message):
        return " Optional."
    return f" Optional, `{json.dumps(default)}` if left out."


def _hex_block(frame: bytes) -> str:
    """The bytes, folded away: who reads the document has seen the message already."""
    block = f"```\n{as_hex(frame)}\n```"
    summary = f"<summary>the same as {len(frame):,} bytes</summary>"
    return f"<details>{summary}\n\n{block}\n\n</details>"
