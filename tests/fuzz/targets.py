"""All targets by their names."""

from tests.fuzz import contents, dialogues, messages, typing_in
from tests.fuzz.target import Target

TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        *messages.TARGETS,
        *dialogues.TARGETS,
        *contents.TARGETS,
        *typing_in.TARGETS,
    )
}
