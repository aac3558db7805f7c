import pytest

from client_cli.arguments import (
    BotFlags,
    LiveFlags,
    ReplayFlags,
    Request,
    request_from,
)
from client_cli.exits import Exit, Stopped
from client_cli.preferred import Preferred
from client_cli.table_flags import TableFlags
from client_cli.texts import Texts

TEXTS = Texts()


def read(*words: str, **environ: str) -> Request:
    return request_from(words, environ, TEXTS)


def refused(*words: str) -> Stopped:
    with pytest.raises(Stopped) as stopped:
        read(*words)
    assert stopped.value.code is Exit.WRONG_USE
    return stopped.value


def test_nothing_asks_for_nothing() -> None:
    assert read() == Request(verb=None)


def test_verb_and_operands() -> None:
    request = read("explain", "sr", "--json", "sq")

    assert (request.verb, request.operands, request.json) == (
        "explain",
        ("sr", "sq"),
        True,
    )


def test_standard_input_is_an_operand() -> None:
    assert read("score", "--jsonl", "-").operands == ("-",)


def test_flags_may_stand_before_the_verb() -> None:
    request = read("--lang", "it", "rules", "grande")

    assert (request.verb, request.operands) == ("rules", ("grande",))


def test_all_live_flags() -> None:
    request = read(
        *("play", "--server", "ws://x", "--name=Ada", "--seat", "north"),
        *("--level", "easy", "--deals", "3", "--pace", "2", "--autopilot"),
        *("--no-input", "--keep-going", "--on-eof", "leave", "--timeout", "2m"),
        *("-qv", "--plain", "--tui", "--no-color", "--ascii", "--no-mouse"),
    )

    assert request.plain
    assert request.tui
    assert request.no_color
    assert request.ascii
    assert request.no_mouse
    assert request.live == LiveFlags(
        server="ws://x",
        name="Ada",
        seat=2,
        level="easy",
        deals=3,
        pace_ms=900,
        autopilot=True,
        no_input=True,
        keep_going=True,
        on_eof="leave",
        timeout_s=120.0,
        quiet=True,
        verbose=True,
    )


def test_environment_gives_defaults() -> None:
    live = read("play", TAROCCO_SERVER="ws://e", TAROCCO_NAME="Eva").live

    assert (live.server, live.name) == ("ws://e", "Eva")
    assert read("play", "--name", "Ada", TAROCCO_NAME="Eva").live.name == "Ada"
    assert read("play", TAROCCO_NAME="").live.name is None


def test_an_empty_name_is_a_name_to_be_judged() -> None:
    assert read("play", "--name", "", TAROCCO_NAME="Eva").live.name == ""


def test_all_flags_of_bots() -> None:
    request = read(
        *("bot", "--exec", "./mine --fast", "--table", "QF7K2", "--games", "100"),
        *("--limit", "500ms"),
    )

    assert request.bots == BotFlags(program="./mine --fast", games=100, limit_s=0.5)
    assert request.table.code == "QF7K2"
    assert read("bot", "bot.py").bots == BotFlags()


def test_table_to_open() -> None:
    request = read("host", "--private", "--deals", "4", "--timer", "off")

    assert request.table == TableFlags(private=True, turn_ms=0)
    assert request.live.deals == 4


def test_all_flags_of_the_arena() -> None:
    request = read(
        *("arena", "--a", "expert", "--b", "mine.py", "--jobs", "4", "--seed", "x"),
        *("--deals", "400", "--json"),
    )

    assert request.bots == BotFlags(seed="x", first="expert", second="mine.py", jobs=4)
    assert (request.live.deals, request.json, request.operands) == (400, True, ())


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert", "master"])
def test_levels_of_bots(level: str) -> None:
    assert read("play", "--level", level).live.level == level


def test_arena_has_more_deals_and_a_seed() -> None:
    request = read("arena", "easy", "medium", "--deals", "10000", "--seed", "x")

    assert (request.live.deals, request.bots.seed) == (10_000, "x")
    assert read("arena", "easy", "medium").live.deals == 100


def test_all_flags_of_a_replay() -> None:
    request = read("replay", "x", "--seat", "2", "--at", "37", "--export", "msgpack")

    assert request.live.seat == 2
    assert request.replay == ReplayFlags(at=37, export="msgpack")
    assert read("replay", "x", "--export", "json").replay.export == "json"
    assert read("replay", "x").replay == ReplayFlags()


@pytest.mark.parametrize(
    ("typed", "pace_ms"),
    [("0", 0), ("1", 400), ("2", 900), ("3", 1800), ("250", 250), ("250ms", 250)],
)
def test_pace_is_a_step_or_milliseconds(typed: str, pace_ms: int) -> None:
    assert read("play", "--pace", typed).live.pace_ms == pace_ms


@pytest.mark.parametrize(
    ("typed", "seconds"), [("10", 10.0), ("10s", 10.0), ("500ms", 0.5), ("1.5m", 90.0)]
)
def test_timeout_has_a_unit(typed: str, seconds: float) -> None:
    assert read("play", "--timeout", typed).live.timeout_s == pytest.approx(seconds)


@pytest.mark.parametrize(
    "words",
    [
        ("play", "--pace", "fast"),
        ("play", "--pace", "6000"),
        ("play", "--pace", "-1"),
        ("play", "--deals", "0"),
        ("play", "--deals", "17"),
        ("play", "--deals", "٣"),
        ("play", "--deals", "9" * 5000),
        ("arena", "--deals", "10001"),
        ("bot", "--games", "0"),
        ("arena", "--jobs", "65"),
        ("replay", "--at", "0"),
        ("replay", "--at", "1234567"),
        ("replay", "--seat", "4"),
        ("replay", "--export", "xml"),
        ("bot", "--games", "many"),
        ("bot", "--limit", "never"),
        ("play", "--seat", "up"),
        ("play", "--level", "god"),
        ("play", "--on-eof", "cry"),
        ("play", "--timeout", "0"),
        ("play", "--timeout", "soon"),
        ("play", "--timeout", "999999m"),
        ("play", "--lang", "tlh"),
        ("play", "--bots", "many"),
        ("host", "--timer", "never"),
    ],
)
def test_impossible_values_say_what_is_possible(words: tuple[str, ...]) -> None:
    stopped = refused(*words)

    assert words[1] in stopped.what
    assert stopped.why.startswith("Possible: ")


def test_unknown_verb_suggests_the_near_one() -> None:
    stopped = refused("reusme")

    assert "reusme" in stopped.what
    assert stopped.why == "Did you mean resume?"
    assert "tarocco --help" in stopped.advice


def test_unknown_verb_without_a_near_one() -> None:
    assert refused("xyzzy").why == ""


def test_unknown_flag_suggests_the_near_one() -> None:
    assert refused("play", "--autopliot").why == "Did you mean --autopilot?"
    assert "--pla" in refused("play", "--pla=3").what


def test_no_abbreviations() -> None:
    assert "--auto" in refused("play", "--auto").what


def test_flag_without_its_value() -> None:
    assert "--seat SEAT" in refused("play", "--seat").what


def test_seats_are_offered_by_name_and_by_number() -> None:
    why = refused("replay", "--seat", "7").why

    assert why == "Possible: south, east, north, west, 0-3."


def test_how_many_events_there_are_is_left_to_the_record() -> None:
    assert read("replay", "x", "--at", "9999").replay.at == 9999
    assert refused("replay", "x", "--at", "0").why == (
        "Possible: the number of an event, from 1."
    )


def test_switch_with_a_value() -> None:
    assert refused("play", "--plain=yes").what == "--plain takes no value."


def test_flag_of_another_verb() -> None:
    stopped = refused("cards", "--json")

    assert stopped.what == "--json means nothing for tarocco cards."
    assert "tarocco cards --help" in stopped.advice


def test_escape_sequences_are_not_repeated() -> None:
    assert "\x1b" not in refused("\x1b[2J").what
    assert "\x1b" not in refused("play", "--seat", "\x1b[2J").what


# ----------------------------------------------------------- from files of settings


def preferring(*words: str, environ: dict[str, str], **preferred: str) -> Request:
    said = {
        key: Preferred(key, value, "config.toml:3") for key, value in preferred.items()
    }
    return request_from(words, environ, TEXTS, said)


@pytest.mark.parametrize(
    ("words", "is_json"),
    [
        (("play",), True),
        (("play", "--plain"), False),
        (("play", "--tui"), False),
        (("play", "--json"), False),
        (("score", "-"), False),
    ],
)
def test_mode_of_lines_of_json_by_a_variable(
    words: tuple[str, ...], *, is_json: bool
) -> None:
    request = request_from(words, {"TAROCCO_MODE": "json"}, TEXTS)

    assert request.jsonl is is_json


@pytest.mark.parametrize("flag", ["--json", "--jsonl", "--no-input"])
def test_programs_are_asked_nothing(flag: str) -> None:
    assert request_from(["play", flag], {}, TEXTS).live.no_input


def test_where_a_replay_begins() -> None:
    assert request_from(["replay", "x"], {}, TEXTS).replay.from_trick == 1
    assert (
        request_from(["replay", "x", "--from", "6"], {}, TEXTS).replay.from_trick == 6
    )
    assert refused("replay", "x", "--from", "16").why == "Possible: 1-15."


@pytest.mark.parametrize(
    ("words", "pause_s"), [((), None), (("--speed", "0"), 0.0), (("--speed=2",), 0.5)]
)
def test_how_fast_a_replay_goes(words: tuple[str, ...], pause_s: float | None) -> None:
    replay = request_from(["replay", "x", *words], {}, TEXTS).replay
    assert replay.pause_s == pause_s


def test_no_other_speed() -> None:
    assert refused("replay", "x", "--speed", "3").why == "Possible: 0, 1, 2."


def test_from_where_a_replay_is_seen() -> None:
    assert request_from(["replay", "x", "--as", "north"], {}, TEXTS).live.seat == 2
    assert request_from(["replay", "x", "--as", "all"], {}, TEXTS).live.seat is None
    assert refused("replay", "x", "--as", "up").what == "--as cannot be up."
    assert refused("replay", "x", "--seat", "all").what == "--seat cannot be all."


def test_a_replay_as_one_object() -> None:
    request = request_from(["replay", "x", "--json"], {}, TEXTS)
    assert request.replay.export == "json"


def test_settings_stand_behind_flags() -> None:
    assert preferring("play", environ={}, pace="2", name="Eva").live == LiveFlags(
        pace_ms=900, name="Eva"
    )
    flagged = preferring("play", "--pace", "0", environ={}, pace="2")
    assert flagged.live.pace_ms == 0


def test_settings_count_only_where_their_flags_do() -> None:
    assert preferring("score", "-", environ={}, pace="2").live.pace_ms is None


def test_setting_that_cannot_be_is_no_flag_of_the_persons() -> None:
    with pytest.raises(Stopped) as stopped:
        preferring("play", environ={}, pace="fast")

    assert stopped.value.code is Exit.WRONG_USE
    assert stopped.value.what == "The settings in config.toml:3 cannot be used."
    assert stopped.value.why.startswith("pace cannot be fast. Possible: 0, ")
    assert "tarocco config edit" in stopped.value.advice


def test_an_order_of_the_hand_that_there_is_not() -> None:
    with pytest.raises(Stopped) as stopped:
        preferring("play", environ={}, sort="sideways")

    assert stopped.value.why == ("sort cannot be sideways. Possible: high, low, suits.")


def test_a_switch_of_the_settings_is_a_flag_that_was_given() -> None:
    request = preferring("play", environ={}, no_color="false", notify="true")

    assert request.no_color
    assert request.live.taste.notify


def test_settings_that_cannot_be_used_can_be_put_right() -> None:
    request = preferring("config", "set", "language", "it", environ={}, lang="tlh")
    assert request.operands == ("set", "language", "it")
