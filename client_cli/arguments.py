"""A command line to a `Request`; what cannot be meant ends with exit code 2.

What the values of flags mean is decided here, so that every complaint comes in the
person's language and with a way on.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, NoReturn, TypeAlias, get_args

from client_cli.exits import Exit, Stopped
from client_cli.flag_times import seconds_in
from client_cli.flags import FLAGS, LIVE
from client_cli.preferred import unusable
from client_cli.safe_text import shown
from client_cli.speech import check_speech
from client_cli.splitting import BadWords, split, verb_in
from client_cli.table_flags import TableFlags, table_flags
from client_cli.taste import USUAL, Taste, taste_from
from client_cli.texts import message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from client_cli.preferred import Preferred
    from client_cli.texts import Texts

Export: TypeAlias = Literal["json", "msgpack"]
OnEof: TypeAlias = Literal["bot", "wait", "leave"]
Level: TypeAlias = Literal["easy", "medium", "hard", "expert", "master"]

MOST_DEALS: Final = 16
ARENA_DEALS: Final = 100
MOST_ARENA_DEALS: Final = 10_000
MOST_JOBS: Final = 64
MOST_TRICKS: Final = 15
MOST_GAMES: Final = 10_000
MOST_PACE_MS: Final = 5_000
MOST_TIMEOUT_S: Final = 86_400.0
_PAUSES_S: Final = {"0": 0.0, "1": 1.5, "2": 0.5}
_PACES_MS: Final = {"0": 0, "1": 400, "2": 900, "3": 1_800}
_EVERYTHING: Final = "all"
_SEATS: Final = (
    message("south"),
    message("east"),
    message("north"),
    message("west"),
)
LEVELS: Final[tuple[Level, ...]] = get_args(Level)


@dataclass(frozen=True, slots=True)
class LiveFlags:
    """What a person wants of a game; None is for what he leaves open."""

    server: str | None = None
    name: str | None = None
    seat: int | None = None
    level: Level = "medium"
    deals: int = 1
    pace_ms: int | None = None
    autopilot: bool = False
    no_input: bool = False
    keep_going: bool = False
    on_eof: OnEof = "bot"
    timeout_s: float | None = None
    quiet: bool = False
    verbose: bool = False
    debug_log: str | None = None
    """A file for what the game reacts to."""
    taste: Taste = USUAL


@dataclass(frozen=True, slots=True)
class BotFlags:
    """What a person wants of bots of his own; None is for what he leaves open."""

    program: str | None = None
    """The command line of a program that plays."""
    stdio: bool = False
    """Whether whoever has started this program plays, by its pipes."""
    games: int | None = None
    limit_s: float | None = None
    """Time for a move."""
    seed: str = "1"
    """What the deals of the arena follow from."""
    first: str | None = None
    """The players of the arena, where they are named by flags."""
    second: str | None = None
    jobs: int = 1
    """In so many processes the arena plays."""


@dataclass(frozen=True, slots=True)
class ReplayFlags:
    """What a person wants to see of a deal that is over."""

    at: int | None = None
    """The number of one event; None for all."""
    from_trick: int = 1
    """The trick to begin with."""
    export: Export | None = None
    pause_s: float | None = None
    """Between two events that are told by themselves; None where a person steps."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a command line asks for."""

    verb: str | None
    operands: tuple[str, ...] = ()
    help: bool = False
    version: bool = False
    plain: bool = False
    tui: bool = False
    no_color: bool = False
    ascii: bool = False
    no_mouse: bool = False
    config: str | None = None
    """The person's file of settings, where it is named."""
    json: bool = False
    jsonl: bool = False
    follow: bool = False
    origin: bool = False
    live: LiveFlags = LiveFlags()
    table: TableFlags = field(default_factory=TableFlags)
    bots: BotFlags = BotFlags()
    replay: ReplayFlags = ReplayFlags()


def request_from(
    words: Sequence[str],
    environ: Mapping[str, str],
    texts: Texts,
    preferred: Mapping[str, Preferred] | None = None,
) -> Request:
    """The request in the words of a command line.

    Args:
        words: The command line.
        environ: The variables, of which some stand for flags.
        texts: The language.
        preferred: What files of settings say, by the keys of the flags; that verb
            which puts the files right does without them.

    Raises:
        Stopped: With exit code 2, for words that cannot be meant.
    """
    try:
        given, operands = split(words, texts)
        verb = verb_in(operands, texts)
    except BadWords as bad:
        raise wrong_use(bad.what, texts, None, why=bad.why) from None
    for flag in FLAGS:
        if flag.key in given and verb is not None and verb not in flag.verbs:
            raise wrong_use(
                texts.say(
                    "{flag} means nothing for {command}.",
                    flag=flag.names[-1],
                    command=f"tarocco {verb}",
                ),
                texts,
                verb,
            )
    from_files = {
        flag.key: preferred[flag.key]
        for flag in FLAGS
        if preferred
        and flag.key in preferred.keys() - given.keys()
        and verb in flag.verbs
        and verb != "config"
    }
    given |= {key: each.value for key, each in from_files.items()}
    if _wants_lines_of_json(verb, given, environ):
        given["jsonl"] = ""
    values = _Values(given, environ, texts, verb, from_files)
    check_speech(given, values.refuse)
    return Request(
        verb=verb,
        operands=tuple(operands[1:]),
        help="help" in given,
        version="version" in given,
        plain="plain" in given,
        tui="tui" in given,
        no_color="no_color" in given,
        ascii="ascii" in given,
        no_mouse="no_mouse" in given,
        config=given.get("config"),
        json="json" in given,
        jsonl="jsonl" in given,
        follow="follow" in given,
        origin="origin" in given,
        live=values.live_flags(),
        table=table_flags(given, values.complaint),
        bots=values.bot_flags(),
        replay=values.replay_flags(),
    )


def _wants_lines_of_json(
    verb: str | None, given: Mapping[str, str], environ: Mapping[str, str]
) -> bool:
    """Whether the variable asks for them, and no flag for another mode."""
    mode_is_given = {"plain", "tui", "json"} & given.keys()
    wishes = environ.get("TAROCCO_MODE") == "json"
    return wishes and verb in LIVE and not mode_is_given


def wrong_use(what: str, texts: Texts, verb: str | None, *, why: str = "") -> Stopped:
    """The end of a run whose command line cannot be meant; names the help to read."""
    command = "tarocco --help" if verb is None else f"tarocco {verb} --help"
    return Stopped(
        Exit.WRONG_USE,
        what,
        why=why,
        advice=texts.say("See: {command}", command=command),
    )


class _Values:
    """Reads the values of flags; each in one way or with a complaint."""

    def __init__(
        self,
        given: Mapping[str, str],
        environ: Mapping[str, str],
        texts: Texts,
        verb: str | None,
        from_files: Mapping[str, Preferred],
    ) -> None:
        self._given = given
        self._environ = environ
        self._texts = texts
        self._verb = verb
        self._from_files = from_files
        """What was not given, but preferred."""

    def live_flags(self) -> LiveFlags:
        given = self._given
        return LiveFlags(
            server=given.get("server") or self._environ.get("TAROCCO_SERVER") or None,
            # An empty variable is one that is not set; an empty flag is a wrong name.
            name=given.get("name", self._environ.get("TAROCCO_NAME") or None),
            seat=self._seat(),
            level=self._level(),
            deals=self._deals(),
            pace_ms=self._pace_ms(),
            autopilot="autopilot" in given,
            # JSON is for programs, which are asked nothing.
            no_input=bool({"no_input", "json", "jsonl"} & given.keys()),
            keep_going="keep_going" in given,
            on_eof=self._on_eof(),
            timeout_s=self._time_s("timeout"),
            quiet="quiet" in given,
            verbose="verbose" in given,
            debug_log=given.get("debug_log"),
            taste=taste_from(given, self.refuse),
        )

    def bot_flags(self) -> BotFlags:
        given = self._given
        return BotFlags(
            program=given.get("exec"),
            stdio="stdio" in given,
            games=self._number("games", MOST_GAMES) if "games" in given else None,
            limit_s=self._time_s("limit"),
            seed=given.get("seed", "1"),
            first=given.get("a"),
            second=given.get("b"),
            jobs=self._number("jobs", MOST_JOBS) if "jobs" in given else 1,
        )

    def replay_flags(self) -> ReplayFlags:
        trick = self._number("from", MOST_TRICKS) if "from" in self._given else 1
        return ReplayFlags(
            at=self._at(),
            from_trick=trick,
            export=self._export(),
            pause_s=self._pause_s(),
        )

    def _pause_s(self) -> float | None:
        typed = self._given.get("speed")
        if typed is None or typed in _PAUSES_S:
            return None if typed is None else _PAUSES_S[typed]
        raise self.complaint("--speed", typed, ", ".join(_PAUSES_S))

    def _at(self) -> int | None:
        """The number of an event; how many there are, only the record knows."""
        typed = self._given.get("at")
        number = None if typed is None else _whole(typed)
        if typed is not None and not number:
            allowed = self._texts.say("the number of an event, from 1")
            raise self.complaint("--at", typed, allowed)
        return number

    def _export(self) -> Export | None:
        match self._given.get("export"):
            case None:
                return "json" if "json" in self._given else None
            case "json":
                return "json"
            case "msgpack":
                return "msgpack"
            case typed:
                raise self.complaint("--export", typed, "json, msgpack")

    def _seat(self) -> int | None:
        flag = "as" if "as" in self._given else "seat"
        typed = self._given.get(flag)
        if typed is None or (flag == "as" and typed == _EVERYTHING):
            return None
        for seat, word in enumerate(_SEATS):
            if typed.casefold() in {str(seat), word, self._texts.say(word).casefold()}:
                return seat
        named = [self._texts.say(word) for word in _SEATS]
        words = ", ".join([*named, f"0-{len(_SEATS) - 1}"])
        raise self.complaint(f"--{flag}", typed, words)

    def _level(self) -> Level:
        typed = self._given.get("level", "medium")
        for level in LEVELS:
            if typed == level:
                return level
        raise self.complaint("--level", typed, ", ".join(LEVELS))

    def _on_eof(self) -> OnEof:
        match self._given.get("on_eof"):
            case None | "bot":
                return "bot"
            case "wait":
                return "wait"
            case "leave":
                return "leave"
            case typed:
                raise self.complaint("--on-eof", typed, "bot, wait, leave")

    def _deals(self) -> int:
        arena = self._verb == "arena"
        if "deals" not in self._given:
            return ARENA_DEALS if arena else 1
        return self._number("deals", MOST_ARENA_DEALS if arena else MOST_DEALS)

    def _number(self, key: str, most: int) -> int:
        """A number from 1 to `most`, which was given."""
        typed = self._given[key]
        number = _whole(typed)
        if number is None or not 1 <= number <= most:
            raise self.complaint(f"--{key}", typed, f"1-{most}")
        return number

    def _pace_ms(self) -> int | None:
        typed = self._given.get("pace")
        if typed is None or typed in _PACES_MS:
            return None if typed is None else _PACES_MS[typed]
        number = _whole(typed.removesuffix("ms"))
        if number is None or number > MOST_PACE_MS:
            raise self.complaint("--pace", typed, f"0, 1, 2, 3, 4-{MOST_PACE_MS} (ms)")
        return number

    def _time_s(self, key: str) -> float | None:
        typed = self._given.get(key)
        if typed is None:
            return None
        seconds = seconds_in(typed)
        if seconds is None or not 0 < seconds <= MOST_TIMEOUT_S:
            raise self.complaint(f"--{key}", typed, "10s, 500ms, 2m")
        return seconds

    def refuse(self, flag: str, typed: str, allowed: str) -> NoReturn:
        """Raise the complaint."""
        raise self.complaint(flag, typed, allowed)

    def complaint(self, flag: str, typed: str, allowed: str) -> Stopped:
        """The end of the run for a value that cannot be meant."""
        preferred = self._from_files.get(flag.lstrip("-").replace("-", "_"))
        if preferred is not None:
            return unusable(preferred, allowed, self._texts)
        value = shown(typed) or "''"
        what = self._texts.say("{flag} cannot be {value}.", flag=flag, value=value)
        why = self._texts.say("Possible: {values}.", values=allowed)
        return wrong_use(what, self._texts, self._verb, why=why)


def _whole(typed: str) -> int | None:
    """The number, if it is one of at most six plain digits."""
    plain = typed.isascii() and typed.isdecimal() and len(typed) <= 6
    return int(typed) if plain else None
