from __future__ import annotations

import pytest

from evaluation.reading_task import ReadingTask, reading_task


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
