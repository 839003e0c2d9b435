"""Records of two sites about the same phones, as the tests of guesses need them."""

from __future__ import annotations

from core.topic import shipped_topic
from review.evidence import KnownValues
from review.guesses import ValueOnPage
from store.records import CurrentRecord, CurrentRecordValue

PHONES = shipped_topic("phones")
NETWORKS = ("GSM，CDMA", "GSM", "WCDMA，GSM", "TD-SCDMA，GSM", "CDMA", "GSM，WCDMA", "LTE，GSM")


def page(site: str, number: int) -> str:
    return f"http://{site}/{number}"


def record(number: int, site: str, *said: tuple[str | None, str, str]) -> CurrentRecord:
    """Each (attribute, name, raw); the phone's number is its model."""
    named = ("手机名", "手机名称", f"诺基亚 N{70 + number}")
    values = (
        CurrentRecordValue(attribute, name, raw, None, None, None, 0.0)
        for attribute, name, raw in (named, *said)
    )
    ident = hash((number, site))
    return CurrentRecord(ident, page(site, number), site, "rule", 0, 0.0, 0.0, tuple(values))


def phones_of_two_sites() -> KnownValues:
    """The first site tells the 手机制式; the second has a name for it that nobody knows."""
    first = (
        record(
            number,
            "first.example",
            ("手机制式", "网络制式", network),
            ("重量", "重量", f"{110 + number}克"),
        )
        for number, network in enumerate(NETWORKS)
    )
    second = (
        record(
            number,
            "second.example",
            ("重量", "机身重量", f"{110 + number}g"),
            (None, "通讯标准", network),
            ("电池容量", "电池容量", f"{900 + 10 * number}毫安时"),
        )
        for number, network in enumerate(NETWORKS)
    )
    return KnownValues(PHONES, [*first, *second])


def shown_on_second(values: tuple[str, ...] = NETWORKS) -> list[ValueOnPage]:
    return [ValueOnPage(value, page("second.example", at)) for at, value in enumerate(values)]
