"""Extraction by CSS selectors with parsel: what a person writes by hand for the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parsel import Selector

if TYPE_CHECKING:
    from collections.abc import Callable

    from evaluation.reading_task import Answer, ReadingTask


def css_extraction(task: ReadingTask) -> Callable[[], Answer]:
    attributes = {pair.name: pair.attribute for pair in task.sample.gold}

    def read() -> Answer:
        page = Selector(body=task.page.body, encoding="utf-8")
        answer = {attributes[""]: page.css("span.bt::text").getall()}
        for row in page.css("tr:has(> td > div.l)"):
            name = row.css("div.l::text").get("").rstrip("：")
            answer[attributes[name]] = ["".join(row.css("div.r ::text").getall())]
        return answer

    return read
