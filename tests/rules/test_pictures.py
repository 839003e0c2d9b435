"""A marked picture gives its site a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.records import MEDIA, PICTURE
from core.topic import shipped_topic
from pages.page import Page
from rules.learn import Example, TrainingError, train
from rules.library import RuleLibrary
from rules.model import PictureRule
from rules.reader import read_records

if TYPE_CHECKING:
    from pathlib import Path

PHONES = shipped_topic("phones")
NAMES = ("品牌", "电池容量", "主屏尺寸", "上市时间")


def page(number: int, pictures: str) -> Page:
    rows = "".join(f"<tr><th>{name}</th><td>{name}{number}</td></tr>" for name in NAMES)
    source = f"""<title>手机{number}</title><h1>手机{number}</h1>{pictures}
    <table>{rows}</table>"""
    return Page.read(source.encode(), f"http://www.shop.example/phone/{number}.html")


def examples(number: int, *more: Example) -> list[Example]:
    texts = (Example(attribute=name, name=name, value=f"{name}{number}") for name in NAMES)
    return [*texts, *more]


def marked(address: str) -> Example:
    return Example(attribute=PICTURE, value=address)


def picture(library: RuleLibrary, of: Page) -> tuple[str, str, float]:
    (media,) = [one for one in read_records(of, PHONES, library).records if one.source == MEDIA]
    value = media.values[0]
    return value.raw.removeprefix("http://www.shop.example"), value.name, value.confidence


TWO = '<img src="/front/{0}.jpg" alt="手机{0}" width=300><img src="/back/{0}.jpg" class="second">'


def test_the_marked_picture_is_found_on_other_pages(tmp_path: Path) -> None:
    library = RuleLibrary(tmp_path)
    train(library, page(1, TWO.format(1)), examples(1))
    assert picture(library, page(2, TWO.format(2)))[0] == "/front/2.jpg"
    report = train(library, page(1, TWO.format(1)), examples(1, marked("/back/1.jpg")))
    assert not report.unread
    assert report.rules.pictures == (PictureRule(words="second", shape="/back/#.jpg", distance=2),)
    assert picture(library, page(2, TWO.format(2))) == ("/back/2.jpg", "rule", 1.0)
    again = RuleLibrary(tmp_path)
    assert picture(again, page(3, TWO.format(3))) == ("/back/3.jpg", "rule", 1.0)


def test_without_id_and_class_the_shape_of_its_address_and_its_place_decide(tmp_path: Path) -> None:
    library = RuleLibrary(tmp_path)
    many = "".join(f'<p><img src="/p/{{0}}{n}.jpg">' for n in range(4))
    train(library, page(1, many.format(1)), examples(1, marked("/p/12.jpg")))
    more = many + '<img src="/share.png">'
    assert picture(library, page(5, more.format(5)))[0] == "/p/52.jpg"


def test_a_meta_tag_can_be_marked_by_its_address(tmp_path: Path) -> None:
    library = RuleLibrary(tmp_path)
    tag = '<meta property="{}" content="{}">'
    named = tag.format("twitter:image", "/t/{0}.jpg") + tag.format("og:image", "/o.jpg")
    report = train(library, page(1, named.format(1)), examples(1, marked("/t/1.jpg")))
    assert report.rules.pictures == (PictureRule(meta="twitter:image"),)
    assert picture(library, page(2, named.format(2)))[0] == "/t/2.jpg"


def test_a_page_without_the_marked_one_is_read_as_any_page(tmp_path: Path) -> None:
    library = RuleLibrary(tmp_path)
    train(library, page(1, TWO.format(1)), examples(1, marked("/back/1.jpg")))
    one = '<img src="/front/2.jpg" alt="手机2" width=300>'
    found, name, confidence = picture(library, page(2, one))
    assert (found, name) == ("/front/2.jpg", "img")
    assert confidence < 1


def test_an_address_that_the_page_does_not_have_is_told(tmp_path: Path) -> None:
    library = RuleLibrary(tmp_path)
    wrong = marked("http://elsewhere.example/1.jpg")
    report = train(library, page(1, TWO.format(1)), examples(1, wrong))
    assert report.unread == (wrong,)
    with pytest.raises(TrainingError):
        train(library, page(2, TWO.format(2)), [wrong])


def test_texts_are_learned_as_without_it(tmp_path: Path) -> None:
    plain, with_picture = RuleLibrary(tmp_path / "a"), RuleLibrary(tmp_path / "b")
    first = train(plain, page(1, TWO.format(1)), examples(1)).rules
    second = train(with_picture, page(1, TWO.format(1)), examples(1, marked("/back/1.jpg"))).rules
    assert second.model_copy(update={"pictures": ()}) == first
