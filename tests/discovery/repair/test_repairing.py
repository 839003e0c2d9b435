"""Known values and new pages become new rules, or an alarm."""

from pathlib import Path

from discovery.repair.known_page import KnownPage, KnownValue
from discovery.repair.repairing import NoRepair, Repair, repair
from rules.extraction import extract
from rules.library import RuleLibrary
from tests.discovery.repair.pages_for_repair import PHONES, empty_page, known, new_page, pages_anew


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


def test_no_pages_no_rule(tmp_path: Path) -> None:
    assert isinstance(repair([], RuleLibrary(tmp_path)), NoRepair)
