"""The door to the independent scorer.

explain           combinations of one hand or pile
card_points       card points of one pile
legal             cards that may be played next
trick_winner      place of the winning card in a trick
settle            discards, Matto and captured cards after trick 15
score_record      a whole deal record, checked and scored
IllegalRecord     what it raises: the rule broken, and where
random_deal       a legal record played at random
random_settlement the arguments of a `settle`, drawn at random
"""

from tests.reference.combinations import explain
from tests.reference.deals import random_deal, random_settlement
from tests.reference.play import legal, trick_winner
from tests.reference.records import IllegalRecord, score_record
from tests.reference.settlement import card_points, settle

__all__ = [
    "IllegalRecord",
    "card_points",
    "explain",
    "legal",
    "random_deal",
    "random_settlement",
    "score_record",
    "settle",
    "trick_winner",
]
