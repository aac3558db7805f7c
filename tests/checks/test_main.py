import pytest

from tests.checks import __main__ as checks

PASSING = ("-c", "print('dots'); print('== 2 passed ==')")
FAILING = ("-c", "print('== 1 failed =='); raise SystemExit(1)")


@pytest.fixture(autouse=True)
def small_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """One tool and one pytest that both pass, and full coverage."""
    monkeypatch.setattr(checks, "TOOLS", (("tool", ("-c", "")),))
    monkeypatch.setattr(checks, "PYTEST", PASSING)
    monkeypatch.setattr(checks, "report", lambda: True)


def test_all_checks_pass(capfd: pytest.CaptureFixture[str]) -> None:
    code = checks.main([])

    lines = capfd.readouterr().out.splitlines()
    assert code == 0
    assert [line for line in lines if line.startswith("== ")][:3] == [
        "== tool",
        "== locks",
        "== pytest",
    ]
    assert lines[-2:] == ["dots", "== 2 passed =="]


def test_tool_that_fails_does_not_stop_the_tests(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "TOOLS", (("tool", ("-c", "raise SystemExit(3)")),))

    code = checks.main([])

    lines = capfd.readouterr().out.splitlines()
    assert code == 1
    assert "FAILED before the tests: tool" in lines
    assert lines[-1] == "== 2 passed =="


def test_wrong_locks_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "faults", lambda _: ["a fault"])

    assert checks.main([]) == 1


def test_failing_tests_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "PYTEST", FAILING)

    assert checks.main([]) == 1


def test_processes_of_tests_may_keep_what_they_compile(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    told = "import sys; print('not' if sys.dont_write_bytecode else 'kept')"
    monkeypatch.setattr(checks, "PYTEST", ("-c", told))

    checks.main([])

    assert capfd.readouterr().out.splitlines()[-1] == "kept"


def test_missing_coverage_fails_before_the_closing_line(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def report() -> bool:
        print("not covered", flush=True)
        return False

    monkeypatch.setattr(checks, "report", report)

    code = checks.main([])

    assert code == 1
    assert capfd.readouterr().out.splitlines()[-2:] == ["not covered", "== 2 passed =="]
