from __future__ import annotations

import pytest

from pages.embedded import LARGEST_BLOCK, MOST_BLOCKS, json_ld
from pages.page import Page
from tests.effort import effort

PRODUCT = '{"@type": "Product", "name": "诺基亚 N95"}'
READ = {"@type": "Product", "name": "诺基亚 N95"}


def blocks(source: str, encoding: str = "utf-8") -> list[object]:
    return list(json_ld(Page.read(source.encode(encoding), "http://a.example/")))


@pytest.mark.parametrize(
    "tag",
    [
        '<script type="application/ld+json">',
        "<script type='application/ld+json' id=it>",
        "<script async type=application/ld+json>",
        '<SCRIPT\n TYPE="application/ld+json">',
        '<script type="application/ld&#x2B;json">',
        '<script type="application/ld+json; charset=utf-8" data-x="y">',
    ],
)
def test_scripts_are_found_however_they_are_written(tag: str) -> None:
    assert blocks(f"<html><p>text{tag}\n{PRODUCT}\n</SCRIPT ><p>text") == [READ]


@pytest.mark.parametrize("encoding", ["gb18030", "utf-16", "big5"])
def test_the_pages_encoding_is_the_scripts(encoding: str) -> None:
    page = f'<meta charset={encoding}><script type="application/ld+json">{PRODUCT}</script>'
    assert blocks(page.replace("诺基亚", "手機"), encoding) == [{**READ, "name": "手機 N95"}]


def test_a_bad_block_does_not_cost_the_others() -> None:
    bad = ['{"@type": "Product"', "Product" * 9, '{"Product":' * 50_000, f"{PRODUCT} {PRODUCT}"]
    scripts = "".join(f"<script type=application/ld+json>{one}</script>" for one in [*bad, PRODUCT])
    assert blocks(scripts) == [READ]


def test_a_script_that_never_ends_goes_to_the_end() -> None:
    assert blocks(f"<script type=application/ld+json>{PRODUCT}") == [READ]


def test_only_what_may_be_a_product_is_read() -> None:
    other = '<script type=application/ld+json>{"@type": "WebSite"}</script>'
    plain = f"<script>{PRODUCT}</script><p>ld+json {PRODUCT}</p><a title=ld+json>"
    assert blocks(other + plain) == []


def test_sizes_are_bounded() -> None:
    large = PRODUCT.replace("N95", "x" * LARGEST_BLOCK)
    script = "<script type=application/ld+json>{}</script>".format
    assert blocks(script(large) + script(PRODUCT)) == [READ]
    assert len(blocks(script(PRODUCT) * 1000)) == MOST_BLOCKS


@pytest.mark.parametrize(
    "piece",
    ["ld+json", "<script ld+json", "<script ld+json>", "<", "<script type=ld+json></script"],
)
def test_time_grows_with_length_alone(piece: str) -> None:
    assert effort(lambda: blocks(piece * (1_000_000 // len(piece)))) < 300
