from __future__ import annotations

from itertools import cycle

from spider.links.idle import IdleParameters

SHOP = "http://shop.example"


def twice(idle: IdleParameters, addresses: list[str], *parameters: str) -> None:
    """Pages that come the same with a parameter and without it."""
    for address, parameter in zip(addresses, cycle(parameters), strict=False):
        idle.note(address, f"digest of {address}")
        sign = "&" if "?" in address else "?"
        idle.note(f"{address}{sign}{parameter}", f"digest of {address}")


def test_a_parameter_that_changes_nothing_is_left_off() -> None:
    idle = IdleParameters()
    assert idle.without(f"{SHOP}/9?from=hot") == f"{SHOP}/9?from=hot"
    twice(idle, [f"{SHOP}/{n}" for n in range(3)], "from=hot", "from=new")
    assert idle.without(f"{SHOP}/9?from=rank") == f"{SHOP}/9"
    assert idle.without(f"{SHOP}/d.php?from=rank&id=3") == f"{SHOP}/d.php?id=3"


def test_it_does_not_matter_which_came_first() -> None:
    idle = IdleParameters()
    for n in range(3):
        idle.note(f"{SHOP}/d?id={n}&pos={n}", f"digest {n}")
        idle.note(f"{SHOP}/d?id={n}", f"digest {n}")
    assert idle.names == {"pos"}


def test_a_parameter_that_ever_changed_a_page_is_kept() -> None:
    idle = IdleParameters()
    twice(idle, [f"{SHOP}/{n}" for n in range(9)], "page=2", "page=3")
    idle.note(f"{SHOP}/list", "first page")
    idle.note(f"{SHOP}/list?page=2", "second page")
    assert idle.names == frozenset()


def test_one_value_tells_nothing_about_others() -> None:
    """The first page of a list is the list itself; the second is not."""
    idle = IdleParameters()
    twice(idle, [f"{SHOP}/list/{n}" for n in range(9)], "page=1")
    assert idle.without(f"{SHOP}/list/3?page=2") == f"{SHOP}/list/3?page=2"


def test_pages_that_all_say_the_same_tell_nothing() -> None:
    idle = IdleParameters()
    for n in range(20):
        idle.note(f"{SHOP}/{n}", "please log in")
        idle.note(f"{SHOP}/{n}?id=3", "please log in")
    assert idle.names == frozenset()


def test_there_is_an_end_to_what_is_remembered() -> None:
    idle = IdleParameters()
    for n in range(20_000):
        idle.note(f"{SHOP}/{n}?p{n}=1", str(n))
    assert len(str(idle.to_json())) < 10_000
