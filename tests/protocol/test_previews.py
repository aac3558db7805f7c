import pytest
from pydantic import ValidationError

from protocol.previews import Preview, Previewed
from tests.protocol.readme import example


def test_a_question_names_cards_for_the_rules_to_judge() -> None:
    question = Preview(table="QF7K2", cards=("SF", "XX", "S6"))

    assert question.cards == ("SF", "XX", "S6")
    with pytest.raises(ValidationError):
        Preview(table="QF7K2", cards=("SF",) * 18)


def test_an_answer_is_counted_or_says_why_not() -> None:
    counted = Previewed.model_validate(example("Previewed"))

    assert isinstance(counted, Previewed)
    assert counted.whole is not None
    assert counted.rest is not None
    assert counted.rest.total <= counted.whole.total
    refused = counted.model_copy(
        update={"whole": None, "rest": None, "code": "E_PHASE"}
    )
    assert Previewed.model_validate(refused.model_dump()) == refused
