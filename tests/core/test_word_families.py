from __future__ import annotations

from core.topic_parts import all_families, in_a_circle


def test_the_nearest_families_come_first_and_each_once() -> None:
    families = {
        "OLED": ("AMOLED", "POLED"),
        "self-lit": ("OLED", "AMOLED"),
        "display": ("self-lit",),
    }
    assert all_families(families, ()) == {
        "AMOLED": ("OLED", "self-lit", "display"),
        "POLED": ("OLED", "self-lit", "display"),
        "OLED": ("self-lit", "display"),
        "self-lit": ("display",),
    }


def test_a_circle_of_families_is_found() -> None:
    assert in_a_circle(all_families({"a": ("b",), "b": ("c",), "c": ("a",)}, ())) == "b"
    assert in_a_circle(all_families({"a": ("b",), "b": ("c",)}, ())) is None


class Counted(str):
    """Counts how often it is compared with another."""

    __slots__ = ()
    compared = 0

    def __eq__(self, other: object) -> bool:
        Counted.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_many_families_of_one_word_are_not_compared_with_each_other() -> None:
    families: dict[str, tuple[str, ...]] = {"middle": ("word",)}
    families |= {Counted(f"family {number}"): ("middle",) for number in range(1000)}
    found = all_families(families, ())
    Counted.compared, before = 0, Counted.compared
    assert len(found["word"]) == 1001
    assert before < 5_000
