"""The documents are as the models and the examples have them."""

from pathlib import Path

import pytest

from tests.checks.wire import documents
from tests.checks.wire.__main__ import main
from tests.checks.wire.chapters import PARTS
from tests.checks.wire.documents import README, made_anew, names_of_parts, outdated
from tests.checks.wire.families import MODELS


def test_documents_are_up_to_date() -> None:
    wanted = "python -m tests.checks.wire"

    assert outdated() == [], f"out of date: {wanted} makes them anew"


def test_every_part_is_in_the_document_once() -> None:
    names = names_of_parts(README.read_text("utf-8"))

    assert sorted(names) == sorted([*(f"model {name}" for name in MODELS), *PARTS])


def test_part_that_was_changed_is_made_anew() -> None:
    text = README.read_text("utf-8")
    changed = text.replace("| `versions` |", "| `numbers` |")
    assert changed != text

    assert made_anew(changed) == text


def test_part_that_does_not_exist_is_a_fault() -> None:
    with pytest.raises(KeyError):
        made_anew("<!-- made: model Nothing -->\n<!-- end -->")


def test_command_tells_what_is_out_of_date(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "README.md"
    copy.write_text("<!-- made: limits -->\n<!-- end -->\n", "utf-8")
    for name, value in {
        "README": copy,
        "ROOT": tmp_path,
        "SCHEMAS": tmp_path / "schema",
    }.items():
        monkeypatch.setattr(documents, name, value)
    monkeypatch.setattr("tests.checks.wire.__main__.ROOT", tmp_path)

    assert main(["--check"]) == 1
    assert "README.md is out of date" in capsys.readouterr().out
    assert main([]) == 0
    assert "wrote schema/to_client.schema.json" in capsys.readouterr().out
    assert main(["--check"]) == 0
    assert "4,096 bytes" in copy.read_text("utf-8")


def test_command_that_is_not_understood_does_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--everything"]) == 2
    assert "--record" in capsys.readouterr().out
