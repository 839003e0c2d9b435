"""A shop of made-up phones: a ledger and its index, made as crawl and build make them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from core.records import ReadRecord, ReadValue
from core.topic import shipped_topic
from index.build import build_index
from index.engines.engine import engine_named
from index.generations import IndexPlace
from store.frontier import NewLink, add_links
from store.ledger import Ledger, ledger_url, seal_of
from store.records import save_records
from store.schema import links

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from core.topic import Topic

PHONES = shipped_topic("phones")
BRANDS = {"小米": 24, "华为": 16, "诺基亚": 8, "三星": 4, "索尼": 3, "摩托罗拉": 2}
RARE = (
    "苹果",
    "魅族",
    "联想",
    "中兴",
    "酷派",
    "金立",
    "天语",
    "海信",
    "康佳",
    "夏普",
    "飞利浦",
    "西门子",
)
TOTAL = sum(BRANDS.values()) + len(RARE)


def phones() -> Iterator[dict[str, str]]:
    """Of each brand the first is the cheapest, oldest and smallest."""
    for brand, models in (BRANDS | dict.fromkeys(RARE, 1)).items():
        for number in range(1, models + 1):
            yield {
                "手机名": f"{brand} T{number}00",
                "品牌": brand,
                "参考价格": f"{500 + 200 * number}元",
                "上市时间": f"{2000 + number}年6月",
                "主屏尺寸": f"{3 + number / 8:.2f}英寸",
                "运行内存": f"{2 << (number % 4)}GB",
                "电池容量": f"{2000 + 250 * number}mAh",
                "NFC": "支持" if number % 2 else "不支持",
            }


def open_shop(data: Path, sold: Iterable[dict[str, str]] = (), topic: Topic = PHONES) -> None:
    """Every product is on a page of one site; those of 小米 are on a second one, too."""
    ledger = Ledger.open(ledger_url(data))
    try:
        for number, phone in enumerate(sold or phones()):
            _save(ledger, topic, f"http://a.example/{topic.name}/{number}", "a.example", phone)
            if phone.get("品牌") == "小米":
                _save(ledger, topic, f"http://b.example/{number}", "b.example", phone)
        build_index(IndexPlace.of(data, topic, engine_named("whoosh"), seal_of(ledger)), ledger)
    finally:
        ledger.close()


def _save(ledger: Ledger, topic: Topic, url: str, site: str, values: dict[str, str]) -> None:
    read = tuple(ReadValue(name, name, raw) for name, raw in values.items())
    with ledger.transaction() as conn:
        link = NewLink(url, site, "/#", "product", level=3, depth=1)
        add_links(conn, topic.name, [link], 1.0)
        link_id = conn.scalar(select(links.c.id).where(links.c.url == url))
        assert link_id is not None
        save_records(conn, link_id, [ReadRecord("rule", f"{site}/1", 1, read)], None, 1.0)
