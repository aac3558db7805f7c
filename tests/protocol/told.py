"""Messages that a server tells, as plain data."""

from typing import Any

from tests.protocol.readme import example

TOKEN = bytes(range(48))


def welcome(**changes: Any) -> dict[str, Any]:
    own = {"resume": TOKEN, "session": "s-4kq82m"}
    return example("Welcome") | own | changes


def ok(n: int, **changes: Any) -> dict[str, Any]:
    return {"op": "ok", "n": n, "table": "QF7K2", "version": 1, "dup": False} | changes


def refused(n: int, code: str, **args: Any) -> dict[str, Any]:
    return {
        "op": "refused",
        "n": n,
        "code": code,
        "rule": None,
        "args": args,
        "legal": None,
    }
