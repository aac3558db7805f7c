"""Under which name a person of a host's login is known."""

from server.logins import user_of_login
from server.store_records import check_name


def test_person_has_one_name_and_nobody_else_has_it() -> None:
    people = [
        ("https://a", "ada"),
        ("https://b", "ada"),
        ("https://a", "bob"),
        ("", "x"),
    ]

    names = [user_of_login(*person) for person in people]

    assert len(set(names)) == len(people)
    assert names == [user_of_login(*person) for person in people]


def test_name_can_be_one_of_the_store() -> None:
    check_name(user_of_login("https://host.example/?a=b", "Ada Lovelace, née Byron"))
