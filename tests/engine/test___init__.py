"""The package as a whole: its README, its citations, and what it costs to import."""

import doctest
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine.cards import CARD_CODES
from engine.dealing import DealSource, commitment_to, context_of, deal_out
from engine.errors import RuleCode
from tests.support.builders import text_of
from tests.support.derivation import hmac_sha256

ENGINE = Path(engine.__file__ or "").parent
README = (ENGINE / "README.md").read_text("utf-8")
TESTS = Path(__file__).parent
SOURCES = sorted(path.relative_to(ENGINE) for path in ENGINE.rglob("*.py"))
RULES = [
    *(f"R{number}" for number in range(1, 39)),
    *(f"A{number}" for number in range(1, 51)),
]
CITATION = re.compile(r"(?<![\w-])[RA][1-9][0-9]?\b(?!-)")


def citations(text: str) -> set[str]:
    """The rules that a text names one by one; the ends of a range do not count."""
    return set(CITATION.findall(text))


def test_cards_are_imported_without_the_rules() -> None:
    program = "import sys, engine.cards; print(*sorted(sys.modules))"
    output = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ENGINE.parent,
        capture_output=True,
        check=True,
        encoding="utf-8",
    ).stdout

    loaded = [name for name in output.split() if name.partition(".")[0] == "engine"]
    assert loaded == ["engine", "engine.cards", "engine.errors"]


def test_all_but_the_search_runs_without_the_compiler() -> None:
    program = (
        "import sys\n"
        "sys.modules.update(dict.fromkeys(('numba', 'numpy', 'llvmlite')))\n"
        "import engine.players.levels, client_cli.run, server.commands.run\n"
    )
    outcome = subprocess.run(
        [sys.executable, "-c", program], cwd=ENGINE.parent, check=False
    )

    assert outcome.returncode == 0


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_in_the_readme_and_in_a_test(rule: str) -> None:
    assert README.count(f"- **{rule}** ") == 1
    files = [path for path in TESTS.rglob("test_*.py") if path != Path(__file__)]
    assert any(rule in citations(path.read_text("utf-8")) for path in files)


def test_no_other_rule_is_cited() -> None:
    texts = [README, *((ENGINE / path).read_text("utf-8") for path in SOURCES)]

    assert set().union(*map(citations, texts)) == set(RULES)


@pytest.mark.parametrize("code", RuleCode, ids=str)
def test_every_refusal_is_in_the_readme(code: RuleCode) -> None:
    (line,) = (line for line in README.splitlines() if line.startswith(f"| `{code}` "))

    if code is not RuleCode.BAD_RECORD:
        default = {RuleCode.WRONG_PHASE: "R5"}.get(code, code.rule)
        assert default in line


def test_every_file_is_in_the_readme() -> None:
    for path in SOURCES:
        if path.name != "__init__.py":
            assert README.count(f"| `{path.as_posix()}` |") == 1


def test_the_examples_of_the_readme() -> None:
    outcome = doctest.testfile(str(ENGINE / "README.md"), module_relative=False)

    assert outcome.attempted > 20
    assert outcome.failed == 0


@pytest.mark.parametrize("path", SOURCES, ids=str)
def test_the_examples_of_the_docstrings(path: Path) -> None:
    if path.parts[0] == "search":
        pytest.importorskip("numba")
    name = ".".join(["engine", *path.with_suffix("").parts])
    module = importlib.import_module(name.removesuffix(".__init__"))

    assert doctest.testmod(module).failed == 0


def test_the_deal_to_compare_with() -> None:
    table = dict(re.findall(r"^\| ([a-z0-9, ]+) \| (.+) \|$", README, re.MULTILINE))
    cells = {key: text.replace("`", "") for key, text in table.items()}
    entropies = [
        b"" if part == "none" else bytes.fromhex(part)
        for part in cells["entropies"].split(", ")
    ]
    name, number = cells["table, deal"].split(", ")
    source = DealSource(
        bytes.fromhex(cells["secret"]),
        name,
        int(number),
        (entropies[0], entropies[1], entropies[2], entropies[3]),
    )

    assert commitment_to(source.secret).hex() == cells["commitment"]
    assert context_of(source).hex() == cells["context"]
    block = hmac_sha256(source.secret, bytes.fromhex(cells["context"]) + bytes(8))
    assert block.hex() == cells["block 0"]
    dealt = deal_out(source)
    assert f"{dealt.dealer}, drawn" == cells["dealer"]
    for seat, hand in enumerate(dealt.hands):
        assert text_of(hand) == cells[f"seat {seat}"]


def test_the_readme_names_every_kind_of_card() -> None:
    table = README[README.index("| suit | letter") : README.index("| cards | count")]
    written = set(re.findall(r"\b[A-Z0-9]{1,2}\b", table))

    trumps = [code for code in CARD_CODES[40:] if not code.isdigit()]
    assert {
        "S",
        "B",
        "C",
        "D",
        "16",
        "5",
        *["R", "Q", "C", "F", "10", "6", "A"],
        *trumps,
    } <= written
