from __future__ import annotations

import pytest

from evaluation.reading_task import ReadingTask, padding, reading_task
from pages.tags import TAG


@pytest.fixture(scope="module")
def task() -> ReadingTask:
    return reading_task(100_000)


def test_the_page_has_the_size_and_the_product_wanted(task: ReadingTask) -> None:
    assert 97_000 < len(task.page.body) <= 100_000
    at = task.page.text.index(task.page.gold[0].value, len(task.page.body) // 10)
    assert 0.2 < at / len(task.page.text) < 0.5
    assert all(pair.value in task.page.text for pair in task.page.gold)


def test_sample_and_page_are_two_products_of_one_site(task: ReadingTask) -> None:
    assert task.sample.url.split("/")[2] == task.page.url.split("/")[2]
    assert task.sample.gold != task.page.gold
    assert [pair.name for pair in task.sample.gold] == [pair.name for pair in task.page.gold]


def test_another_variant_shows_attributes_the_sample_lacks() -> None:
    task = reading_task(20_000, "new attributes")
    assert {pair.name for pair in task.page.gold} > {pair.name for pair in task.sample.gold}


def test_an_answer_must_be_whole_and_right(task: ReadingTask) -> None:
    right = {pair.attribute: [pair.value] for pair in task.page.gold}
    assert task.is_answered_by(right)
    assert not task.is_answered_by({})
    assert not task.is_answered_by({**right, "广告": ["买一送一"]})
    assert not task.is_answered_by({**right, "参考价格": ["1元"]})
    assert not task.is_answered_by({**right, "参考价格": [*right["参考价格"], "1元"]})


def test_padding_fills_what_it_is_given() -> None:
    assert 9_000 < len(padding(10_000, "gb18030")) <= 10_000
    assert padding(10, "utf-8") == b""


def test_padding_is_the_same_every_time() -> None:
    assert padding(50_000, "utf-8") == padding(50_000, "utf-8")
    assert padding(90_000, "utf-8").startswith(padding(50_000, "utf-8"))


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_padding_is_made_up_like_real_pages(encoding: str) -> None:
    page = padding(300_000, encoding)
    found = list(TAG.finditer(page))
    tags = [match.group() for match in found if match.group(1)]
    skipped = [match.group() for match in found if not match.group(1)]
    scripts = sum(len(raw) for raw in skipped if raw.startswith(b"<script"))
    assert 0.43 < sum(map(len, tags)) / len(page) < 0.60
    assert 0.06 < scripts / len(page) < 0.23
    assert 55 < len(page) / len(tags) < 185
