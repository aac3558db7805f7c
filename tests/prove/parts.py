"""All parts of the campaign, in their order."""

from tests.prove.outside import fair, fuzzed, loaded, processes
from tests.prove.part import Part
from tests.prove.simulated import planted, simulated

PARTS: dict[str, Part] = {
    part.name: part
    for part in (
        Part(
            "simulation", "games on simulated time, with every kind of fault", simulated
        ),
        Part("planted", "servers with one fault each, which has to be found", planted),
        Part("inputs", "bad inputs to everything that reads", fuzzed),
        Part("bots", "decisions of bots, each tried four times", fair),
        Part(
            "processes",
            "faults on real processes and stores, at full length",
            processes,
        ),
        Part("load", "servers under load, each step of the plan shortened", loaded),
    )
}
