"""The verbs that work on records and cards: which function does what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client_cli.arguments import wrong_use
from client_cli.offline.explain import explain_cards, explain_stream
from client_cli.offline.score import score_record, score_stream
from client_cli.offline.verify import verify_record

if TYPE_CHECKING:
    from client_cli.arguments import Request
    from client_cli.exits import Exit
    from client_cli.texts import Texts


def run_offline(request: Request, texts: Texts) -> Exit:
    """Run `arena`, `replay`, `score`, `explain` or `verify`.

    Raises:
        Stopped: The words cannot be meant, or what they name cannot be judged.
    """
    if request.verb in {"arena", "replay"}:
        return _with_the_protocol(request, texts)
    if request.verb == "explain" and not request.jsonl:
        typed = " ".join(request.operands)
        if not typed.strip():
            what = texts.say(
                "Which cards? For example: {command}",
                command="tarocco explain sr sq mt",
            )
            raise wrong_use(what, texts, "explain")
        return explain_cards(typed, texts, as_json=request.json)
    path = _the_file(request, texts)
    if request.verb == "explain":
        return explain_stream(path, texts)
    if request.verb == "verify":
        return verify_record(path, texts)
    if request.jsonl:
        return score_stream(path, texts)
    return score_record(path, texts, as_json=request.json)


def _with_the_protocol(request: Request, texts: Texts) -> Exit:
    """Verbs that also need words of the wire; filters start without these."""
    if request.verb == "arena":
        from client_cli.offline.arena import run_arena  # noqa: PLC0415

        return run_arena(request, texts)
    from client_cli.offline.replay import replay  # noqa: PLC0415

    return replay(request, texts)


def _the_file(request: Request, texts: Texts) -> str:
    """The one operand, a path or `-`; a filter without one reads standard input.

    The code of a table stands for its newest deal that was kept, but in a filter.
    """
    if request.jsonl and len(request.operands) < 2:
        return request.operands[0] if request.operands else "-"
    if len(request.operands) == 1:
        from client_cli.kept_deals import record_path  # noqa: PLC0415 - not in filters

        return record_path(request.operands[0])
    what = texts.say("One file is needed, or - for standard input.")
    raise wrong_use(what, texts, request.verb)
