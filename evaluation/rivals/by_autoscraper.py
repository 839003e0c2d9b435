"""Extraction by autoscraper, built from the sample's values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoscraper import AutoScraper

if TYPE_CHECKING:
    from collections.abc import Callable

    from evaluation.reading_task import Answer, ReadingTask


class _Scraper(AutoScraper):  # type: ignore[misc] # the library has no types
    """Says "no such attribute" as BeautifulSoup understands it since 4.13 (None, not "")."""

    @staticmethod
    def _get_valid_attrs(item: Any) -> dict[str, Any]:  # noqa: ANN401 - the library's own
        return {name: item.attrs.get(name) or None for name in ("class", "style")}


def autoscraper_extraction(task: ReadingTask) -> Callable[[], Answer]:
    scraper = _Scraper()
    values = {pair.attribute: [pair.value] for pair in task.sample.gold}
    scraper.build(html=task.sample.text, wanted_dict=values)
    one_rule_each = {rule["alias"]: rule["stack_id"] for rule in scraper.stack_list}
    scraper.keep_rules(list(one_rule_each.values()))

    def read() -> Answer:
        answer: Answer = scraper.get_result_exact(html=task.page.text, group_by_alias=True)
        return answer

    return read
