from client_cli.flags import FLAGS
from client_cli.verbs import VERB_NAMES


def test_every_flag_belongs_to_a_verb() -> None:
    for flag in FLAGS:
        assert flag.verbs
        assert set(flag.verbs) <= set(VERB_NAMES)


def test_no_flag_is_there_twice() -> None:
    names = [name for flag in FLAGS for name in flag.names]

    assert len(names) == len(set(names))


def test_key_is_the_long_name() -> None:
    quiet = next(flag for flag in FLAGS if "-q" in flag.names)

    assert quiet.key == "quiet"
    assert {flag.key for flag in FLAGS} >= {"no_input", "on_eof", "keep_going"}
