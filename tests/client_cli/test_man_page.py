"""The manual page is made anew whenever the help changes."""

import shutil
import subprocess

import pytest

from client_cli.exits import Exit
from client_cli.flags import FLAGS
from client_cli.verbs import VERBS
from tests.client_cli.man_page import PAGE, man_page, plain


def test_page_is_that_of_the_help() -> None:
    """`python -m tests.client_cli.man_page` writes it anew."""
    assert PAGE.read_text("utf-8") == man_page()


def test_page_has_every_verb_flag_and_exit_code() -> None:
    page = man_page()

    for verb in VERBS:
        assert f"\\fB{plain(f'tarocco {verb.name} {verb.usage}'.strip())}\\fR" in page
    for flag in FLAGS:
        assert plain(flag.names[-1]) in page
    for code in Exit:
        assert f"\\fB{code.value}\\fR" in page


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        (".TH", "\\&.TH"),
        ("'quoted'", "\\&'quoted'"),
        ("a\\b", "a\\eb"),
        ("--json", "\\-\\-json"),
    ],
)
def test_text_is_no_request(text: str, escaped: str) -> None:
    assert plain(text) == escaped


@pytest.mark.skipif(shutil.which("groff") is None, reason="no formatter here")
def test_a_formatter_takes_the_page_without_a_warning() -> None:
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8", "-z", str(PAGE)],  # noqa: S607
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    assert done.stderr == ""
