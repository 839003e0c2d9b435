"""The published experiment: four sites, two attributes known on each, and what was found.

The pages are the pocket web's, which is built to the description of these sites; a rule is
trained for each with 参考价格 and 手机制式 alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from core.names import clean_name
from discovery.credibility import Factors
from discovery.evidence import KnownNames, known_names
from pages.dom import Tree
from pages.looks import Looks
from rules.extract import extract
from rules.learn import Example, train
from rules.library import TrialLibrary
from samples.labels import page_of
from samples.pocket_web import PocketWeb

if TYPE_CHECKING:
    from pages.dom import Leaf
    from pages.page import Page
    from rules.record import Extraction

KNOWN = ("参考价格", "手机制式")
WEB = PocketWeb()


@dataclass(frozen=True)
class Row:
    """A line of tables 4-10 to 4-13: the names of one result, its factors and their sum."""

    names: tuple[str, ...]
    factors: Factors
    total: float


@dataclass(frozen=True)
class GoldenSite:
    """`lacks` is what the page of the experiment did not show."""

    title: str
    host: str
    rows: tuple[Row, ...]
    recall: float
    lacks: bytes = b"(?!)"

    @cached_property
    def page(self) -> Page:
        return self._page_and_examples[0]

    @cached_property
    def extraction(self) -> Extraction:
        page, examples = self._page_and_examples
        library = TrialLibrary(Path("nowhere"))
        train(library, page, examples)
        return extract(page, library.rules_for(page.url))

    @cached_property
    def tree(self) -> Tree:
        return Tree(self.page)

    @cached_property
    def looks(self) -> Looks:
        return Looks(self.tree, sheet)

    @cached_property
    def known(self) -> KnownNames:
        return known_names(self.tree, self.looks, self.extraction)

    @property
    def names(self) -> list[str]:
        return [name for row in self.rows for name in row.names]

    def leaf(self, name: str) -> Leaf:
        """The one text that shows a name."""
        [leaf] = [leaf for leaf in self.tree.in_order if clean_name(leaf.text) == name]
        return leaf

    @cached_property
    def _page_and_examples(self) -> tuple[Page, tuple[Example, ...]]:
        product = next(
            product
            for product in WEB.product_pages(self.host)
            if {*self.names} <= {pair.name for pair in product.gold}
        )
        examples = tuple(
            Example(attribute=pair.attribute, name=pair.name, value=pair.value)
            for pair in product.gold
            if pair.attribute in KNOWN
        )
        page = page_of(product)
        return replace(page, body=re.sub(self.lacks, b"", page.body)), examples


def sheet(address: str) -> str:
    """A linked style sheet of the pocket web."""
    return WEB.fetch(address).body.decode("gbk")


def _row(names: str, *factors: int, total: float) -> Row:
    return Row(tuple(names.split()), Factors(*factors), total)


W1 = GoldenSite(
    "W1 pcpop",
    "www.pcpop.example",
    (
        _row(
            "商家报价 主屏尺寸 主屏颜色 手机通话时间 摄像头像素 音乐播放", 1, 0, 1, 0, 1, total=0.6
        ),
        _row("主屏分辨率 产品尺寸", 1, 0, -1, -1, 1, total=0),
    ),
    recall=0.8,
)
W2 = GoldenSite(
    "W2 pconline",
    "product.pconline.example",
    (_row("上市时间 手机外形 主屏参数 数据业务 摄像头", 1, 1, 1, 1, 1, total=1),),
    recall=1,
)
W3 = GoldenSite(
    "W3 21cn",
    "mobile.21cn.example",
    (
        _row("产品类别 生产厂商 上市日期 手机类型 屏幕色彩 主屏尺寸", 0, 0, 1, 1, 1, total=0.6),
        _row("电子字典", 0, 0, 1, 1, -1, total=0.2),
    ),
    recall=1,
    lacks='<tr><td><div class="l">GPS功能.*\n'.encode("gbk"),
)
W4 = GoldenSite(
    "W4 zol",
    "mobile.zol.example",
    (
        _row("商家报价 手机类型 屏幕色彩 和弦铃声 摄像头", 1, 0, 1, 0, 1, total=0.6),
        _row("上市日期", -1, 0, 1, -1, 1, total=0),
    ),
    recall=0.875,
)
SITES = (W1, W2, W3, W4)
