from __future__ import annotations

import pytest

from channels.page_kinds import PageKind, likeliest_kind
from evaluation.learn_page_kinds import KnownLayout, LayoutPage, known_layouts, learned, taken_for
from pages.page import Page

pytest.importorskip("sklearn", reason="weights are learned with scikit-learn")

MIDDLES = {
    PageKind.LIST: "".join(f"<li><a href=/{n}>手机 {{0}}{n}</a>" for n in range(9)),
    PageKind.PRODUCT: "".join(f"<tr><th>名{n}</th><td>值 {{0}}{n}</td></tr>" for n in range(9)),
    PageKind.ARTICLE: "<p>今天上市的第{0}款手机屏幕很大，电池也很耐用，价格还没有公布。</p>" * 9,
}


def page(kind: PageKind, site: int, number: int) -> LayoutPage:
    body = MIDDLES[kind].format(f"{site}-{number}-")
    source = f"<meta charset=utf-8><table>{body}</table>"
    url = f"https://site{site}.example/{kind}/{number}"
    return LayoutPage("made up", kind, f"{site} {kind}", Page.read(source.encode(), url))


def layouts() -> list[KnownLayout]:
    return known_layouts(
        page(kind, site, number) for kind in MIDDLES for site in range(10) for number in range(2)
    )


def test_each_layout_is_known_by_its_pages_and_by_one_alone() -> None:
    known = layouts()
    assert len(known) == 2 * 3 * 10
    assert sum(one.alone for one in known) == 30
    assert {one.site for one in known} == {f"site{number}.example" for number in range(10)}


def test_kinds_are_told_by_weights_that_never_saw_the_site() -> None:
    known = layouts()
    assert taken_for(known) == [one.kind for one in known]
    weights = learned(known)
    assert set(weights) == set(MIDDLES)
    assert all(likeliest_kind(one.signs, weights) is one.kind for one in known)
