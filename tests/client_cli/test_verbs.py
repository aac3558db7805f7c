from client_cli.verbs import VERB_NAMES, VERBS


def test_examples_begin_with_their_verb() -> None:
    for verb in VERBS:
        assert verb.example.startswith(f"tarocco {verb.name}")


def test_no_verb_is_there_twice() -> None:
    assert len(VERB_NAMES) == len(set(VERB_NAMES))
