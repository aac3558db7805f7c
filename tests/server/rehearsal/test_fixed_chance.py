from server.rehearsal.fixed_chance import FixedChance


def test_same_seed_gives_the_same_bytes() -> None:
    one, two = FixedChance(1), FixedChance(1)

    drawn = [one.fresh(4), one.fresh(32)]

    assert drawn == [two.fresh(4), two.fresh(32)]
    assert [len(part) for part in drawn] == [4, 32]
    assert drawn[0] != drawn[1][:4]


def test_another_seed_gives_others() -> None:
    assert FixedChance(1).fresh(16) != FixedChance(2).fresh(16)
