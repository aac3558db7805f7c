"""Scripted dialogues: a client says this, and the server must answer that.

Under `dialogues/` stand files of JSON, each an array of dialogues:

    {"about": what is shown,
     "each": [{name: value}, ...]   once for each of them, with these names (optional),
     "steps": [...]}

A step is one of

    {"connect": "a"}                     a opens a connection
    {"greet": "a", "name": "Ada"}        and says hello, and is welcomed
    {"seat": ["a", "b", …], "options"}   the first opens a table, all sit down: $table
    {"by": "a", "say": {…}}              a message; also "say_hex" (bytes, as in
                                         `edges`), "say_text" (a text frame); with "times", so many of them
    {"by": "a", "hear": {…}}             what must come next; news may come before it
    {"by": "a", "closed": 4001}          the server ends the connection
    {"by": "a", "cut": true}             the connection is lost
    {"by": "a", "keep": {name: value}}   a name for what may be another value later
    {"play_until": "must follow"}        those who sit play on: x is in that situation,
                                         and y sits there too

What names stand for is in `patterns`; of an actor also `$next` (a new command number),
`$last`, `$token`, and of the table `$at`, `$seat`, `$legal`, `$illegal` and so on.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgpack

from tests.conformance.actor import NEWS, Actor, Departure
from tests.conformance.company import Company
from tests.conformance.edges import joined
from tests.conformance.patterns import Names, difference, filled
from tests.conformance.plain_values import from_json, to_json

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

DIALOGUES: Final = Path(__file__).with_name("dialogues")
_USUAL: Final = {"people": 4, "pace_ms": 0, "deals": 16, "ready_ms": 600_000}


@dataclass(frozen=True)
class Dialogue:
    """One dialogue."""

    name: str
    about: str
    steps: tuple[dict[str, Any], ...]
    names: Names


def dialogues(folder: Path = DIALOGUES) -> list[Dialogue]:
    """All of them, in the order of their files."""
    return [
        dialogue
        for path in sorted(folder.glob("*.json"))
        for script in json.loads(path.read_text("utf-8"))
        for dialogue in _each(path.stem, script)
    ]


def _each(chapter: str, script: dict[str, Any]) -> list[Dialogue]:
    about, steps = script["about"], tuple(script["steps"])
    name = f"{chapter}: {about}"
    if "each" not in script:
        return [Dialogue(name, about, steps, {})]
    return [
        Dialogue(
            f"{name} ({number}: {_shortly(names)})", about, steps, from_json(names)
        )
        for number, names in enumerate(script["each"], 1)
    ]


def _shortly(names: dict[str, Any]) -> str:
    first = next(iter(names.values()))
    op = first.get("op", "no op") if isinstance(first, dict) else first
    return str(op)[:40]


async def held(dialogue: Dialogue, url: str) -> str | None:
    """Hold a dialogue with a server: what it did not say as it must; None if all is well."""
    play = _Play(url, dict(dialogue.names))
    step: dict[str, Any] = {}
    try:
        for step in dialogue.steps:
            await play.do(step)
    except Departure as found:
        return f"{found} (at {json.dumps(step, ensure_ascii=False)})"
    except OSError as fault:
        return f"the server cannot be reached: {fault}"
    finally:
        play.end()
    return None


@dataclass
class _Play:
    """A dialogue that is being held."""

    url: str
    names: Names
    actors: dict[str, Actor] = field(default_factory=dict)
    company: Company | None = None

    async def do(self, step: dict[str, Any]) -> None:
        """Do one step."""
        for word, way in _WAYS.items():
            if word in step:
                await way(self, step)
                return
        raise Departure(f"no such step: {sorted(step)}")

    def end(self) -> None:
        """Let everybody go."""
        for actor in self.actors.values():
            actor.cut()

    async def connect(self, step: dict[str, Any]) -> None:
        name = step["connect"]
        actor = self.actors.setdefault(name, Actor(name))
        actor.cut()
        await actor.connect(self.url)

    async def greet(self, step: dict[str, Any]) -> None:
        await self.connect({"connect": step["greet"]})
        actor = self.actors[step["greet"]]
        hello = {
            "op": "hello",
            "versions": [1, 1],
            "client": "conformance/1",
            "name": step.get("name"),
            "resume": actor.token,
        }
        await actor.say(msgpack.packb(hello))
        welcome = await self._next(actor, "welcome")
        actor.token, actor.number = welcome["resume"], welcome["last_n"]

    async def seat(self, step: dict[str, Any]) -> None:
        group = [self.actors[name] for name in step["seat"]]
        options = _USUAL | step.get("options", {})
        create = {"op": "create", "n": "$next", "options": options}
        await self._say(group[0], create)
        table = (await self._next(group[0], "ok"))["table"]
        self.names["table"] = table
        for actor in group:
            await self._say(actor, {"op": "sit", "n": "$next", "table": table})
            await self._next(actor, "ok")
        for actor in group:
            await actor.until(table, lambda _known: True)
        self.company = Company(table, tuple(group))

    async def say(self, step: dict[str, Any]) -> None:
        actor = self.actors[step["by"]]
        for _ in range(step.get("times", 1)):
            await self._say(actor, step["say"])

    async def say_hex(self, step: dict[str, Any]) -> None:
        actor = self.actors[step["by"]]
        data = filled(step["say_hex"], self._look_up_for(actor))
        for _ in range(step.get("times", 1)):
            await actor.say(joined(data))

    async def say_text(self, step: dict[str, Any]) -> None:
        await self.actors[step["by"]].say(step["say_text"])

    async def hear(self, step: dict[str, Any]) -> None:
        actor = self.actors[step["by"]]
        pattern = filled(from_json(step["hear"]), self._look_up_for(actor))
        while True:
            message = await actor.hear()
            found = difference(pattern, message, self.names, message["op"])
            if found is None:
                break
            if message["op"] not in NEWS:
                raise Departure(found)
        if message["op"] == "welcome":
            actor.token, actor.number = message["resume"], message["last_n"]

    async def closed(self, step: dict[str, Any]) -> None:
        code = await self.actors[step["by"]].end()
        found = difference(step["closed"], code, self.names, "close code")
        if found is not None:
            raise Departure(found)

    async def cut(self, step: dict[str, Any]) -> None:
        self.actors[step["by"]].cut()

    async def keep(self, step: dict[str, Any]) -> None:
        look_up = self._look_up_for(self.actors[step["by"]])
        self.names |= filled(step["keep"], look_up)

    async def play_until(self, step: dict[str, Any]) -> None:
        if self.company is None:
            raise Departure("nobody sits yet: a fault in the dialogue")
        there, other = await self.company.play_until(step["play_until"])
        self.actors |= {"x": there, "y": other}

    async def _say(self, actor: Actor, message: Any) -> None:
        plain = filled(from_json(message), self._look_up_for(actor))
        await actor.say(msgpack.packb(plain))

    def _look_up_for(self, actor: Actor) -> Callable[[str], Any]:
        """The value of a name, or the name itself where it is still to be given."""

        def look_up(name: str) -> Any:
            if name in self.names:
                return self.names[name]
            try:
                return actor.word(name, self.names.get("table", ""))
            except KeyError:
                return f"${name}"

        return look_up

    async def _next(self, actor: Actor, op: str) -> dict[str, Any]:
        while True:
            message = await actor.hear()
            if message["op"] == op:
                return message
            if message["op"] not in NEWS:
                raise Departure(f"{op} was to come, and not {to_json(message)}")


_WAYS: Final[dict[str, Callable[[_Play, dict[str, Any]], Awaitable[None]]]] = {
    "connect": _Play.connect,
    "greet": _Play.greet,
    "seat": _Play.seat,
    "say": _Play.say,
    "say_hex": _Play.say_hex,
    "say_text": _Play.say_text,
    "hear": _Play.hear,
    "closed": _Play.closed,
    "cut": _Play.cut,
    "keep": _Play.keep,
    "play_until": _Play.play_until,
}
