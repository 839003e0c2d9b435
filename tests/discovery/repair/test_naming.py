"""What the new layout calls each attribute."""

from dataclasses import replace

from discovery.repair.known_page import KnownPage, KnownValue
from discovery.repair.naming import name_attributes
from pages.page import Page
from rules.topic import TOPICS, Topic
from rules.yaml_files import read_yaml
from tests.discovery.repair.pages_for_repair import NAMES, PHONES, new_page, pages_anew

TOPIC = read_yaml(TOPICS / "phones.yaml", Topic)


def test_old_names_new_names_no_names_and_what_is_gone() -> None:
    naming = name_attributes(pages_anew(), None)
    assert naming.names == {"手机名": "", "参考价格": "市场均价", "重量": "重量"}


def test_a_name_that_the_topic_knows_is_believed() -> None:
    pages = [
        replace(page, values=(page.values[0], KnownValue("重量", "净重", page.values[2].value)))
        for page in pages_anew()
    ]
    assert name_attributes(pages, TOPIC).names["重量"] == "重量"


def test_where_no_name_is_as_it_was_those_count_that_stand_alike() -> None:
    renamed = dict(NAMES) | {"重量": "整机净重量"}
    pages = [
        replace(
            page,
            values=tuple(known._replace(name=renamed[known.attribute]) for known in page.values),
        )
        for page in pages_anew()
    ]
    names = name_attributes(pages, None).names
    assert (names["参考价格"], names["重量"]) == ("市场均价", "重量")


def test_a_value_that_stands_in_several_rows_is_told_apart_by_other_pages() -> None:
    rows = (("支持", "支持"), ("支持", "不支持"), ("不支持", "支持"), ("不支持", "不支持"))
    pages = [
        KnownPage(
            Page.read(f"<meta charset=utf-8><dl><dt>A</dt><dd>{a}<dt>B</dt><dd>{b}</dl>".encode()),
            (KnownValue("蓝牙", "蓝牙功能", a), KnownValue("红外", "红外功能", b)),
        )
        for a, b in rows
    ]
    assert name_attributes(pages, None).names == {"蓝牙": "A", "红外": "B"}


def test_pages_that_say_nothing_known_name_nothing() -> None:
    pages = [KnownPage(new_page(phone), (KnownValue("颜色", "颜色", "粉"),)) for phone in PHONES]
    assert name_attributes(pages, None).names == {}
