"""Pages that teach most."""

from discovery.repair.known_page import KnownPage
from discovery.repair.naming import name_attributes
from discovery.repair.sampling import chosen_samples, examples_on
from tests.discovery.repair.pages_for_repair import PHONES, known, new_page, pages_anew


def test_examples_are_as_the_page_writes_them() -> None:
    pages = pages_anew()
    examples = examples_on(pages[0], name_attributes(pages, None))
    assert [example.texts for example in examples] == [
        ("手机名", "", "诺基亚 N95"),
        ("参考价格", "市场均价", "￥4200"),
        ("重量", "重量", "120 克"),
    ]


def test_three_pages_of_many_one_of_two() -> None:
    pages = pages_anew()
    naming = name_attributes(pages, None)
    assert len(chosen_samples(pages, naming)) == 3
    assert len(chosen_samples(pages[:2], naming)) == 1


def test_a_page_whose_price_changed_teaches_last() -> None:
    changed = ("诺基亚 N95", "￥9999", "120g", "2.6英寸")
    pages = pages_anew()
    pages[0] = KnownPage(new_page(PHONES[0]), known(changed))
    samples = chosen_samples(pages, name_attributes(pages, None))
    assert pages[0].page not in [sample.page for sample in samples]
