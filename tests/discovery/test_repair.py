"""From known values and new pages to new rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discovery.known_values import KnownPage, KnownValue
from discovery.naming import name_attributes
from discovery.repair import NoRepair, Repair, is_misread, repair
from discovery.repair_trials import (
    Accuracy,
    Bench,
    accuracy_on,
    chosen_samples,
    examples_on,
    sample_of,
)
from pages.page import Page
from rules.extract import extract
from rules.learn import Example, Sample, train
from rules.library import RuleLibrary
from rules.model import SiteRules
from tests.discovery.pages_for_repair import PHONES, empty_page, known, new_page, pages_anew

if TYPE_CHECKING:
    from pathlib import Path


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


OLD = Page.read(
    "<meta charset=utf-8><table><tr><td>重量<td>120g<tr><td>价格<td>￥4200</table>".encode(),
    "http://shop.example/0",
)
OLD_EXAMPLES = [
    Example(attribute="重量", name="重量", value="120g"),
    Example(attribute="参考价格", name="价格", value="￥4200"),
]
NEW = Sample(new_page(PHONES[1]), (Example(attribute="参考价格", name="市场均价", value="￥2980"),))


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def reads_both(library: RuleLibrary) -> bool:
    before = files(library.folder)
    rules = Bench(library, OLD.url).learn([NEW])
    assert rules is not None
    assert rules.version == 2
    assert files(library.folder) == before
    old, new = extract(OLD, rules).records, extract(NEW.page, rules).records
    return old[0].joined()["重量"] == "120g" and new[0].joined()["参考价格"] == "￥2980"


def test_beside_samples_that_are_kept(tmp_path: Path) -> None:
    library = RuleLibrary(tmp_path)
    train(library, OLD, OLD_EXAMPLES)
    assert reads_both(library)


def test_beside_rules_whose_samples_lie_elsewhere(tmp_path: Path) -> None:
    library = RuleLibrary(tmp_path)
    train(library, OLD, OLD_EXAMPLES)
    for path in (tmp_path / "samples" / "shop.example").iterdir():
        path.unlink()
    assert reads_both(library)


def test_rules_put_beside_each_other_know_the_rows_of_both(tmp_path: Path) -> None:
    library = RuleLibrary(tmp_path)
    train(library, OLD, OLD_EXAMPLES)
    before = library.rules_for(OLD.url)
    for path in (tmp_path / "samples" / "shop.example").iterdir():
        path.unlink()
    rules = Bench(library, OLD.url).learn([NEW])
    assert rules is not None
    assert rules.rows is not None
    assert before is not None
    assert before.rows is not None
    marked = {name for region in rules.rows.regions for name in region.marked}
    assert marked == {"重量", "价格", "市场均价"}
    assert set(before.rows.regions) <= set(rules.rows.regions)


def test_what_is_not_wanted_stays_so(tmp_path: Path) -> None:
    library = RuleLibrary(tmp_path)
    library.save(SiteRules(source="shop.example", unwanted=("配送方式",)))
    rules = Bench(library, OLD.url).learn([NEW])
    assert rules is not None
    assert rules.unwanted == ("配送方式",)


def test_a_site_without_rules(tmp_path: Path) -> None:
    rules = Bench(RuleLibrary(tmp_path), OLD.url).learn([NEW])
    assert rules is not None
    assert rules.version == 1


def test_samples_that_teach_nothing(tmp_path: Path) -> None:
    wrong = Sample(NEW.page, (Example(attribute="重量", value="一吨"),))
    assert Bench(RuleLibrary(tmp_path), OLD.url).learn([wrong]) is None


def test_right_read_and_shown(tmp_path: Path) -> None:
    pages = pages_anew()
    naming = name_attributes(pages, None)
    rules = Bench(RuleLibrary(tmp_path), "http://shop.example/").learn(
        chosen_samples(pages, naming)
    )
    assert rules is not None
    changed = KnownPage(new_page(PHONES[0]), known(("诺基亚 N95", "￥1", "120g", "")))
    for page in (pages[1], changed):
        measured = accuracy_on(rules, page, naming, None)
        assert measured["重量"] == Accuracy(pages=1, right=1, read=1, shown=1)
        assert ("参考价格" in measured) == (page is not changed)  # a new price tells nothing


def test_nothing_read_is_nothing_right() -> None:
    assert (Accuracy().precision, Accuracy().recall, Accuracy().f1) == (0.0, 0.0, 0.0)
    assert Accuracy(1, 3, 4, 4) + Accuracy(1, 1, 0, 0) == Accuracy(2, 4, 4, 4)
    assert Accuracy(1, 3, 4, 4).f1 == 0.75


def repaired(folder: Path) -> Repair:
    found = repair(pages_anew(), RuleLibrary(folder))
    assert isinstance(found, Repair)
    return found


def test_the_new_rules_read_the_new_pages(tmp_path: Path) -> None:
    rules = repaired(tmp_path).rules
    for phone in PHONES:
        (record,) = extract(new_page(phone), rules).records
        assert record.joined() == {
            "手机名": phone[0],
            "参考价格": phone[1],
            "重量": f"{phone[2][:-1]} 克",
            "售后": "全国联保",
        }


def test_what_is_found_renamed_gone_and_how_sure(tmp_path: Path) -> None:
    found = repaired(tmp_path)
    assert found.naming.names == {"手机名": "", "参考价格": "市场均价", "重量": "重量"}
    assert found.gone == ("主屏尺寸",)
    assert found.shown == 0.75
    assert (found.predicted.pages, found.predicted.f1) == (5, 1.0)


def test_a_site_that_went_empty_gets_no_rule(tmp_path: Path) -> None:
    found = repair(
        [KnownPage(empty_page(phone), known(phone)) for phone in PHONES], RuleLibrary(tmp_path)
    )
    assert isinstance(found, NoRepair)
    assert found.shown == 0.25  # the title still says which phone it was
    assert "25% of the known values" in found.reason


def test_half_empty_is_empty(tmp_path: Path) -> None:
    lost = tuple(KnownValue(f"第{n}项", f"第{n}项", f"数值{n}") for n in range(4))
    pages = [KnownPage(page.page, page.values + lost) for page in pages_anew()]
    assert isinstance(repair(pages, RuleLibrary(tmp_path)), NoRepair)


def test_values_that_changed_meanwhile_do_no_harm(tmp_path: Path) -> None:
    pages = pages_anew()
    for place, price in ((2, "￥1"), (5, "￥2100")):
        changed = (PHONES[place][0], price, *PHONES[place][2:])
        pages[place] = KnownPage(new_page(PHONES[place]), known(changed))
    found = repair(pages, RuleLibrary(tmp_path))
    assert isinstance(found, Repair)
    for phone in PHONES:
        (record,) = extract(new_page(phone), found.rules).records
        assert record.joined()["参考价格"] == phone[1]


def test_names_that_are_no_attribute_yet_stay_readable(tmp_path: Path) -> None:
    """What a sample leaves out counts as unwanted: a name that was read before is not left out."""
    beside = (KnownValue("售后", "售后", "全国联保"), KnownValue("铃声", "铃声", "64和弦"))
    pages = [KnownPage(page.page, page.values, beside) for page in pages_anew()]
    assert sample_of(pages[0], name_attributes(pages, None)).examples[-1].texts == (
        "售后",
        "售后",
        "全国联保",
    )
    found = repair(pages, RuleLibrary(tmp_path))
    assert isinstance(found, Repair)
    (record,) = extract(new_page(PHONES[7]), found.rules).records
    assert record.joined()["售后"] == "全国联保"


def test_rules_that_read_as_well_are_not_repaired(tmp_path: Path) -> None:
    library = RuleLibrary(tmp_path)
    pages = pages_anew()
    for sample in chosen_samples(pages, name_attributes(pages, None)):
        train(library, sample.page, sample.examples)
    found = repair(pages, library)
    assert isinstance(found, NoRepair)
    assert "as well as new ones would" in found.reason
    assert not is_misread(pages, ["重量", "参考价格"], library, None)


def test_values_that_stand_where_others_of_their_kind_do_not_teach_last() -> None:
    """On two pages the headline happens to say what elsewhere only the row below it does."""
    pages = []
    for number, (name, *_) in enumerate(PHONES):
        title = name if number < 2 else f"{name} 全新行货 送手机套"
        body = f"<meta charset=utf-8><h1>{title}</h1><div><p>{name}</p><p>现货</p></div>"
        page = Page.read(body.encode(), f"http://shop.example/{number}")
        pages.append(KnownPage(page, (KnownValue("手机名", "", name),)))
    naming = name_attributes(pages, None)
    assert naming.places["手机名"][0] == "p"
    clear = chosen_samples(pages, naming, clear=True)
    assert not {"http://shop.example/0", "http://shop.example/1"} & {s.page.url for s in clear}


def test_no_pages_no_rule(tmp_path: Path) -> None:
    assert isinstance(repair([], RuleLibrary(tmp_path)), NoRepair)
