"""What pages tell machines beside a product's values: its pictures, the currency of its price."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from core.records import BY_ROWS, BY_RULE
from core.topic import ValueType
from index.values.prices import currency_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.topic import Topic
    from store.records import CurrentRecord

_FOR_PEOPLE = frozenset((BY_RULE, BY_ROWS))  # what pages show, not what they tell machines
_IMAGE = "image"
_CURRENCY = "priceCurrency"
_LONGEST_ADDRESS = 2000


def images_of(record: CurrentRecord) -> tuple[str, ...]:
    """Addresses of pictures that a page's data names; nothing but http and https."""
    addresses = (_web_address(record.url, raw) for raw in _told(record, _IMAGE))
    return tuple(dict.fromkeys(filter(None, addresses)))


def for_people(record: CurrentRecord, topic: Topic) -> CurrentRecord:
    """Without what only machines read; a price has its currency beside it if it is a foreign one.

    Data has 799 and, elsewhere, USD: alone, the 799 would be taken for 799元.
    """
    if record.source in _FOR_PEOPLE:
        return record
    currency = next(_told(record, _CURRENCY), "")
    foreign = _foreign_prices(topic, currency) if currency else frozenset()
    values = tuple(
        value._replace(raw=f"{currency} {value.raw}") if value.attribute in foreign else value
        for value in record.values
        if value.attribute or value.name not in {_IMAGE, _CURRENCY}
    )
    return record._replace(values=values)


def _told(record: CurrentRecord, name: str) -> Iterator[str]:
    if record.source not in _FOR_PEOPLE:
        yield from (one.raw for one in record.values if one.name == name and not one.attribute)


def _foreign_prices(topic: Topic, currency: str) -> frozenset[str]:
    """The attributes whose values are prices, but in another currency than this."""
    return frozenset(
        attribute.name
        for attribute in topic.attributes
        if attribute.type is ValueType.PRICE
        and currency_of(attribute.unit) != currency_of(currency)
    )


def _web_address(page: str, written: str) -> str:
    """Absolute, or "" for what is no address a browser may be sent to."""
    try:
        address = urljoin(page, written.strip())
        parts = urlsplit(address)
    except ValueError:
        return ""
    is_web = parts.scheme in {"http", "https"} and parts.hostname
    clean = address.isprintable() and " " not in address and len(address) <= _LONGEST_ADDRESS
    return address if is_web and clean else ""
