"""What new rules read is held against what was known."""

from pathlib import Path

from discovery.repair.bench import Bench
from discovery.repair.checking import Accuracy, accuracy_of
from discovery.repair.known_page import KnownPage
from discovery.repair.naming import name_attributes
from discovery.repair.sampling import chosen_samples
from rules.library import RuleLibrary
from tests.discovery.repair.pages_for_repair import PHONES, known, new_page, pages_anew


def test_right_read_and_shown(tmp_path: Path) -> None:
    pages = pages_anew()
    naming = name_attributes(pages, None)
    rules = Bench(RuleLibrary(tmp_path), "http://shop.example/").learn(
        chosen_samples(pages, naming)
    )
    assert rules is not None
    changed = KnownPage(new_page(PHONES[0]), known(("诺基亚 N95", "￥1", "120g", "")))
    measured = accuracy_of(rules, [pages[1], changed], naming, None)
    assert measured["重量"] == Accuracy(pages=2, right=2, read=2, shown=2)
    assert measured["参考价格"].pages == 1  # a price that changed tells nothing


def test_nothing_read_is_nothing_right() -> None:
    assert (Accuracy().precision, Accuracy().recall, Accuracy().f1) == (0.0, 0.0, 0.0)
    assert Accuracy(1, 3, 4, 4) + Accuracy(1, 1, 0, 0) == Accuracy(2, 4, 4, 4)
    assert Accuracy(1, 3, 4, 4).f1 == 0.75
