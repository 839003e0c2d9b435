"""A context of its own for each test: a topic, a ledger, and an empty folder of rules."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from core.settings import load_settings
from review.context import ReviewContext
from store.ledger import Ledger, ledger_url
from store.proposals import SeenProposal, proposals_of, save_proposals
from tests.store.small_crawl import NOW, add_link

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TOPIC = """\
# Phones of the tests.
name: phones
title: {zh: 手机, en: Phones}

attributes:
  # 基本
  - name: 品牌
    label: Brand
    group: 基本
    aliases: [手机品牌, Brand]  # what sites say

  # 网络
  - name: 手机制式
    label: Network
    group: 网络
  - name: 价格
    label: Price
    group: 价格
    type: price
    unit: 元
    aliases:
      - 报价
      - Price
"""


@contextmanager
def small_review(folder: Path, topic: str = TOPIC) -> Iterator[ReviewContext]:
    for name in ("topics", "rules/phones", "data"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "topics" / "phones.yaml").write_text(topic, "utf-8")
    variables = {
        "SPECSEEK_DATA": str(folder / "data"),
        "SPECSEEK_TOPICS": str(folder / "topics"),
        "SPECSEEK_RULES": str(folder / "rules"),
    }
    settings = load_settings(folder, variables)
    with Ledger.open(ledger_url(settings.data)) as ledger:
        yield ReviewContext(settings, "phones", ledger)


def propose(context: ReviewContext, *names: str, pages: int = 1) -> list[int]:
    """Names that pages of one site show; the ids of the proposals."""
    with context.ledger.transaction() as conn:
        for number in range(pages):
            seen = [SeenProposal(name, f"值{number}", "{}") for name in names]
            save_proposals(conn, add_link(conn, number), seen, NOW)
        ids = {known.name: known.id for known in proposals_of(conn, "phones")}
    return [ids[name] for name in names]
