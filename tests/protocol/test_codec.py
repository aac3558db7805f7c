"""Bytes to messages and back, and what is done with bytes that are none."""

from collections.abc import Callable
from typing import Any, get_args

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import CARD_CODES, FULL_DECK
from engine.combinations import combinations_of
from engine.plain import combinations_data
from protocol import limits
from protocol.base import Message
from protocol.codec import (
    BadMessage,
    OversizeError,
    Unknown,
    decode_to_client,
    decode_to_server,
    encode_plain,
    encode_to_client,
    encode_to_server,
)
from protocol.codes import ErrorCode
from protocol.to_client import Events, Pong, Snapshot, ToClient
from protocol.to_server import Hello, Ping, Play, Say, ToServer
from tests.protocol.played_table import a_played_table
from tests.protocol.pretend_facts import settlement
from tests.protocol.pretend_table import a_table
from tests.protocol.readme import README, example, example_bytes

SERVER_MODELS = get_args(ToServer)
CLIENT_MODELS = get_args(ToClient)
SERVER_EXAMPLES = [example(model.__name__) for model in SERVER_MODELS]
CLIENT_EXAMPLES = [example(model.__name__) for model in CLIENT_MODELS]
NOT_A_KEY: dict[Any, Any] = {b"SECRET": 1}
PLAY: dict[Any, Any] = {"op": "play", "n": 7, "table": "QF7K2", "card": "SR"}


def pack(message: object) -> bytes:
    return msgpack.packb(message)


def fault_of(message: object) -> BadMessage:
    data = message if isinstance(message, bytes) else pack(message)
    read = decode_to_server(data)
    assert isinstance(read, BadMessage)
    assert len(read.detail) <= 512
    return read


# ------------------------------------------------------------------ good messages


@pytest.mark.parametrize("model", SERVER_MODELS, ids=lambda one: one.__name__)
def test_message_to_the_server_goes_round(model: type[Message]) -> None:
    read = decode_to_server(example_bytes(model.__name__))

    assert isinstance(read, model)
    assert not isinstance(read, BadMessage)
    assert msgpack.unpackb(encode_to_server(read)) == example(model.__name__)


@pytest.mark.parametrize("model", CLIENT_MODELS, ids=lambda one: one.__name__)
def test_message_to_a_client_goes_round(model: type[Message]) -> None:
    read = decode_to_client(example_bytes(model.__name__))

    assert isinstance(read, model)
    assert isinstance(read, Message)
    assert msgpack.unpackb(encode_to_client(read)) == example(model.__name__)


def test_bytes_of_the_readme() -> None:
    data = bytes.fromhex("82a26f70a470696e67a174ce00013e2f")

    assert data.hex(" ") in README
    assert decode_to_server(data) == Ping(t=81455)
    assert encode_to_server(Ping(t=81455)) == data


def test_unknown_op_of_a_newer_server() -> None:
    assert decode_to_client(pack({"op": "chat", "text": "ciao"})) == Unknown("chat")


def test_unknown_kind_takes_its_number() -> None:
    table = a_table()
    table.newer_kind()

    read = decode_to_client(pack(table.events(4, 5)))

    assert isinstance(read, Events)
    assert [item.kind for item in read.items] == ["seat_taken", "signal_given"]


def test_whole_deal_and_its_result_fit_into_a_snapshot() -> None:
    read = decode_to_client(encode_to_client(a_played_table().snapshot()))

    assert isinstance(read, Snapshot)


def test_the_richest_settlement_fits_into_a_message() -> None:
    everything = combinations_data(combinations_of(FULL_DECK))
    result = settlement()
    for team in result["teams"]:
        team |= {"pile": list(CARD_CODES), "combinations": everything}
    item = {
        "kind": "deal_settled",
        "deal": 1,
        "settlement": result | {"hands": [list(CARD_CODES[:17])] * 4},
        "match": [0, 0],
        "deals_played": 1,
    }
    events = a_table().events(1, 1) | {"items": [item]}

    assert len(encode_to_client(events)) <= limits.TO_CLIENT_BYTES
    assert isinstance(decode_to_client(pack(events)), Events)


# ------------------------------------------------------------------- bad messages


def test_one_byte_too_many() -> None:
    assert fault_of(bytes(limits.TO_SERVER_BYTES + 1)).code is ErrorCode.TOO_BIG


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "cut short"),
        (b"\xc1", "not msgpack"),
        (pack(PLAY)[:-1], "cut short"),
        (pack(PLAY) + pack(PLAY), "bytes after its end"),
        (pack(PLAY) + b"\xc0", "bytes after its end"),
        (b"\xdd\xff\xff\xff\xff", "an array has too many entries"),
        (b"\xdf\xff\xff\xff\xff", "a map has too many entries"),
        (b"\xc6\xff\xff\xff\xff", "cut short"),
        (b"\x91" * 4_000, "nests too deep"),
        (b"\x81\xa1a" * 1_000, "cut short"),
        (pack(PLAY | {"x": msgpack.ExtType(5, b"x")}), "an extension type"),
        (pack({1: 2}), "a key is no text"),
        (pack(PLAY | {"x": ["x"] * 65}), "an array has too many entries"),
        (pack({f"k{i}": i for i in range(65)}), "a map has too many entries"),
        (pack(PLAY | {"x": "x" * 2_049}), "a text is too long"),
        (pack(PLAY | {"x": bytes(65)}), "a bin is too long"),
        (b"\x81\xa2op\xa4\xff\xfe\xfd\xfc", "a text is not UTF-8"),
        (b"\x81\xa2op\xa3\xed\xa0\x80", "a text is not UTF-8"),
        (b"\x82\xa2op\xc0\xa2op\xc0", "a key comes twice"),
    ],
    ids=[
        "nothing",
        "unused byte",
        "cut",
        "two messages",
        "trailing nil",
        "huge array",
        "huge map",
        "huge bin",
        "deep arrays",
        "deep maps",
        "extension",
        "number as key",
        "long array",
        "many fields",
        "long text",
        "long bin",
        "no UTF-8",
        "surrogate",
        "key twice",
    ],
)
def test_bytes_outside_the_limits(data: bytes, why: str) -> None:
    fault = fault_of(data)

    assert fault == BadMessage(ErrorCode.BAD_MESSAGE, f"message: {why}")


@pytest.mark.parametrize("message", [None, 7, "play", [PLAY], True, 1.5], ids=repr)
def test_no_map(message: object) -> None:
    assert fault_of(message).code is ErrorCode.BAD_MESSAGE


@pytest.mark.parametrize(
    "op",
    [None, 3, "", "x" * 300, "welcome", "events", ["play"], {"op": "play"}, b"play"],
)
def test_unknown_op(op: object) -> None:
    fault = fault_of(PLAY | {"op": op})

    assert fault == BadMessage(ErrorCode.UNKNOWN_OP, "op: unknown or missing", 7)


def nested(depth: int, kind: str) -> object:
    value: object = "x"
    for _ in range(depth):
        value = [value] if kind == "arrays" else {"a": value}
    return value


@pytest.mark.parametrize("kind", ["arrays", "maps"])
@pytest.mark.parametrize("field", ["op", "card", "n", "x"])
def test_frame_nests_within_its_limit(field: str, kind: str) -> None:
    # T-A17: the map of the message is one level
    within = fault_of(PLAY | {field: nested(limits.DEPTH - 1, kind)})
    beyond = fault_of(PLAY | {field: nested(limits.DEPTH, kind)})

    assert within.detail != "message: nests too deep"
    number = None if field == "n" else 7
    assert beyond == BadMessage(
        ErrorCode.BAD_MESSAGE, "message: nests too deep", number
    )


@pytest.mark.parametrize("kind", ["arrays", "maps"])
@pytest.mark.parametrize("decode", [decode_to_server, decode_to_client])
def test_deep_value_is_followed_by_nobody(
    decode: Callable[[bytes], object], kind: str, capfd: pytest.CaptureFixture[str]
) -> None:
    # T-A17
    inside = nested(450, kind)
    for message in (inside, {"op": inside}, {"op": "ping", "n": 7, "t": inside}):
        answer = decode(pack(message))

        assert isinstance(answer, BadMessage)
        assert answer.detail == "message: nests too deep"
    assert capfd.readouterr().err == ""


def test_missing_op() -> None:
    assert fault_of({"n": 1}).code is ErrorCode.UNKNOWN_OP


@pytest.mark.parametrize("value", [True, 1.0, "1", " 1 ", b"1", float("nan")], ids=repr)
def test_lax_types_are_refused(value: object) -> None:
    sit = {"op": "sit", "n": 1, "table": "QF7K2", "seat": value}

    fault = fault_of(sit)

    assert fault.code is ErrorCode.BAD_MESSAGE
    assert fault.detail.startswith("sit.seat: ")


@pytest.mark.parametrize("depth", [1, 8, 9, 100, 500])
def test_nesting_is_refused(depth: int) -> None:
    card: object = "SR"
    for _ in range(depth):
        card = [card]

    assert fault_of(PLAY | {"card": card}).code is ErrorCode.BAD_MESSAGE


@pytest.mark.parametrize(
    "wrap", [lambda one: [one], lambda one: {"x": one}], ids=["array", "map"]
)
def test_nesting_is_bounded_also_in_what_a_newer_client_adds(
    wrap: Callable[[object], object],
) -> None:
    hello: dict[str, object] = {"op": "hello", "versions": [1, 1], "client": "x"}
    added: object = 1
    for _ in range(limits.DEPTH - 1):
        added = wrap(added)

    assert isinstance(decode_to_server(pack(hello | {"new": added})), Hello)
    assert fault_of(hello | {"new": wrap(added)}) == BadMessage(
        ErrorCode.BAD_MESSAGE, "message: nests too deep"
    )


def test_fault_names_the_field_and_the_command() -> None:
    fault = fault_of(PLAY | {"card": "SRR6"})

    assert fault == BadMessage(ErrorCode.BAD_MESSAGE, "play.card: too long", number=7)


def test_unknown_fields_are_refused_without_repeating_them() -> None:
    fault = fault_of(PLAY | {"\x1b[31mSECRET": 1})

    assert fault == BadMessage(
        ErrorCode.BAD_MESSAGE, "play: a field that is not known", 7
    )


def test_key_that_is_no_text_is_refused_without_repeating_it() -> None:
    fault = fault_of(PLAY | {"n": 7} | NOT_A_KEY)

    assert "SECRET" not in fault.detail


def test_many_unknown_fields_cost_a_short_answer() -> None:
    fault = fault_of(PLAY | {f"k{i}": i for i in range(60)})

    assert fault.detail == "play: a field that is not known"


@pytest.mark.parametrize(
    "twice",
    [
        b"\x83\xa2op\xa4ping\xa1t\x01\xa1t\x02",
        b"\x83\xa2op\xa4ping\xa1t\x01\xa2op\xa4ping",
        b"\x83\xa2op\xa6create\xa1n\x01\xa7options\x82\xa5deals\x01\xa5deals\x02",
    ],
    ids=["a field", "the op", "an option"],
)
def test_key_that_comes_twice_is_refused(twice: bytes) -> None:
    """Two readers might each take another value for the one that was meant."""
    assert fault_of(twice).code is ErrorCode.BAD_MESSAGE


@pytest.mark.parametrize("n", [0, -1, 2**53, True, "7", None], ids=repr)
def test_bad_number_is_not_given_back(n: object) -> None:
    assert fault_of(PLAY | {"n": n}).number is None


def test_bad_name_has_its_own_code() -> None:
    hello = {"op": "hello", "versions": [1, 1], "client": "x", "name": "A\u202eb"}

    fault = fault_of(hello)

    assert fault == BadMessage(ErrorCode.BAD_NAME, "hello.name: characters")


@pytest.mark.parametrize(
    "message",
    [
        {"op": "hello", "versions": [1, 1], "client": "x" * 513},
        {"op": "say", "n": 1, "table": "T", "text": "x" * 513},
        {"op": "sit", "n": 1, "table": "T", "password": "x" * 513},
        PLAY | {"card": "x" * 513},
        PLAY | {"table": "x" * 513},
    ],
)
def test_long_text_is_taken_nowhere(message: dict[str, Any]) -> None:
    assert fault_of(message).code is ErrorCode.BAD_MESSAGE


def test_text_is_bounded_by_its_bytes() -> None:
    say = {"op": "say", "n": 1, "table": "T", "phrase": None}

    assert isinstance(decode_to_server(pack(say | {"text": "\u00e8" * 200})), Say)
    fault = fault_of(say | {"text": "\U0001f0cf" * 200})
    assert fault == BadMessage(ErrorCode.BAD_MESSAGE, "say.text: bytes", 1)


def test_login_alone_may_be_long() -> None:
    hello = {"op": "hello", "versions": [1, 1], "client": "x"}

    assert isinstance(decode_to_server(pack(hello | {"login": "a" * 2_048})), Hello)
    assert fault_of(hello | {"login": "a" * 2_049}).code is ErrorCode.BAD_MESSAGE
    assert fault_of(hello | {"login": "\u00e8"}).code is ErrorCode.BAD_MESSAGE


def test_unknown_card_reaches_the_rules() -> None:
    read = decode_to_server(pack(PLAY | {"card": "S11"}))

    assert read == Play(n=7, table="QF7K2", card="S11")


# ----------------------------------------------------------- bad, to a client


@pytest.mark.parametrize(
    "data",
    [b"", b"\xc1", b"\x91" * 60_000, pack([1]), pack({"op": 3}), pack({"op": "pong"})],
    ids=len,
)
def test_nonsense_of_a_server(data: bytes) -> None:
    read = decode_to_client(data)

    assert isinstance(read, BadMessage)
    assert read.code in {ErrorCode.BAD_MESSAGE, ErrorCode.UNKNOWN_OP}


def test_message_of_a_server_is_bounded() -> None:
    read = decode_to_client(bytes(limits.SNAPSHOT_BYTES + 1))

    assert isinstance(read, BadMessage)
    assert read.code is ErrorCode.TOO_BIG


def test_own_messages_are_bounded() -> None:
    past = {"op": "past", "x": "x" * limits.TO_CLIENT_BYTES}
    assert len(encode_to_client(past)) > limits.TO_CLIENT_BYTES
    pong = Pong(t=1, now=2).model_dump() | {"x": "x" * limits.TO_CLIENT_BYTES}

    with pytest.raises(OversizeError, match="pong"):
        encode_to_client(pong)
    with pytest.raises(OversizeError, match="hello"):
        encode_to_server(Hello.model_construct(versions=(1, 1), client="x" * 5_000))


def test_snapshot_may_be_longer_than_other_messages() -> None:
    snapshot = a_table().snapshot() | {"x": ["x" * 4_000] * 10}

    assert len(encode_to_client(snapshot)) > limits.TO_CLIENT_BYTES


# ------------------------------------------------------------------------- fuzz

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=20)
    | st.binary(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.text(max_size=8) | st.binary(max_size=4), inner, max_size=5
        )
    ),
    max_leaves=20,
)
WIRE_CODES = {ErrorCode.BAD_MESSAGE, ErrorCode.UNKNOWN_OP, ErrorCode.BAD_NAME}


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_a_fault(data: bytes) -> None:
    read = decode_to_server(data)
    assert not isinstance(read, BadMessage) or read.code in WIRE_CODES
    decode_to_client(data)


@given(
    message=st.sampled_from([*SERVER_EXAMPLES, *CLIENT_EXAMPLES]),
    at=st.integers(0, 2_000),
    byte=st.integers(0, 255),
)
def test_any_changed_byte_is_a_message_or_a_fault(
    message: dict[str, Any], at: int, byte: int
) -> None:
    data = bytearray(pack(message))
    data[at % len(data)] = byte
    read = decode_to_server(bytes(data))
    assert not isinstance(read, BadMessage) or len(read.detail) <= 512
    decode_to_client(bytes(data))


@given(
    message=st.sampled_from(SERVER_EXAMPLES),
    field=st.text(max_size=6) | st.sampled_from(["n", "table", "card", "cards", "at"]),
    value=PLAIN,
)
def test_any_value_of_any_field_is_a_message_or_a_fault(
    message: dict[str, Any], field: str, value: object
) -> None:
    read = decode_to_server(pack(message | {field: value}))
    assert not isinstance(read, BadMessage) or read.code in WIRE_CODES


@given(PLAIN)
def test_any_plain_value_is_a_message_or_a_fault(value: object) -> None:
    read = decode_to_server(pack(value))
    assert isinstance(read, BadMessage)


def test_plain_data_of_any_length_is_packed() -> None:
    data = {"events": ["x" * 100] * 1_000, "seat": None}

    assert msgpack.unpackb(encode_plain(data)) == data


def test_message_that_cannot_be_packed_leaves_nothing_behind() -> None:
    with pytest.raises(TypeError):
        encode_to_client({"op": "pong", "first": 1, "bad": object()})

    assert encode_to_client({"op": "pong"}) == b"\x81\xa2op\xa4pong"
