"""Every address of the site with an example: what may be sent there, and what comes back."""

from __future__ import annotations

from typing import NamedTuple

HTML, JSON, CSV = "text/html", "application/json", "text/csv"
NARROWING = ("is.品牌", "min.参考价格", "max.参考价格", "min.上市时间")
SEARCH = ("q", *NARROWING, "sort", "page", "size", "facet")
# Their keys are known when the site is made.
PAGE, DRAFT, LINK = "the stored page", "the draft", "the link of a stored page"
PAIR = ("attribute", "name", "value", "name_leaf", "value_leaves")


class Route(NamedTuple):
    """`path` leads to something that is there; `{}` stands where others may put anything.

    `fields` are those of the query that are read or, for what is posted, of the form.
    """

    path: str
    fields: tuple[str, ...] = ()
    kind: str = HTML
    admin: bool = False
    known: str = ""


PUBLIC = {
    "static": Route("/static/{}", known="base.css", kind="text/css"),
    "access.log_in": Route("/log-in", ("next", "password")),
    "access.first_start": Route("/first-start", ("word",)),
    "searching.home": Route("/"),
    "searching.results": Route("/search", SEARCH),
    "searching.suggestions": Route("/suggest.json", ("q",), JSON),
    "products.page": Route("/p/{}", known="xiaomi:14"),
    "comparing.page": Route("/compare", ("id", "add", "only")),
    "interface.search_as_json": Route("/search.json", SEARCH, JSON),
    "interface.search_as_csv": Route("/search.csv", SEARCH, CSV),
    "interface.product_as_json": Route("/p/{}.json", kind=JSON, known="xiaomi:14"),
    "interface.product_as_csv": Route("/p/{}.csv", kind=CSV, known="xiaomi:14"),
    "interface.compare_as_json": Route("/compare.json", ("id",), JSON),
    "interface.compare_as_csv": Route("/compare.csv", ("id",), CSV),
    "interface.description": Route("/openapi.json", kind=JSON),
    "interface.opensearch": Route("/opensearch.xml", kind="application/opensearchdescription+xml"),
    "interface.opensearch_suggestions": Route(
        "/opensearch-suggestions.json", ("q",), "application/x-suggestions+json"
    ),
    "interface.icon": Route("/favicon.ico"),
    "interface.about": Route("/interface"),
}
WORKSHOP = {
    "monitoring.monitor": Route("/monitor", ("kind",), admin=True),
    "labelling.choose": Route("/label", admin=True),
    "labelling.work": Route("/label/page/{}", admin=True, known=PAGE),
    "labelling.look": Route("/label/page/{}/look", admin=True, known=PAGE),
    "labelling.site_rules": Route("/label/site/{}", admin=True, known="pcpop.example"),
    "reviewing.proposals": Route(
        "/review", ("state", "site", "kind", "page", "decided"), admin=True
    ),
    "reviewing.work": Route("/review/work", admin=True),
    "reviewing.place": Route("/review/1/page/{}", admin=True, known=LINK),
    "reviewing.look": Route("/review/1/page/{}/look", admin=True, known=LINK),
    "reviewing.changes.all_of_them": Route("/review/changes", admin=True),
    "reviewing.changes.one": Route("/review/changes/{}", admin=True, known="1"),
}
ATTRIBUTE = ("name", "label", "group", "type", "unit", "facet")
POSTED = {
    "access.try_password": Route("/log-in", ("password", "next")),
    "access.set_first_password": Route("/first-start", ("word", "password", "again")),
    "access.log_out": Route("/log-out", ("next",)),
    "labelling.fetch": Route("/label/fetch", ("url",), admin=True),
    "labelling.upload": Route("/label/upload", ("url", "page"), admin=True),
    "labelling.remove_draft": Route("/label/draft/{}/remove", admin=True, known=DRAFT),
    "labelling.go_on": Route(
        "/label/page/{}",
        (*PAIR, "tool", "current", "mark", "remove", "save", "part"),
        admin=True,
        known=PAGE,
    ),
    "reviewing.decide": Route(
        "/review/decide", (*ATTRIBUTE, "choice", "proposal", "alias_of", "back"), admin=True
    ),
    "reviewing.decide_regions": Route("/review/regions", ("choice", "region", "back"), admin=True),
    "reviewing.undo": Route("/review/undo", ("decision", "back"), admin=True),
    "reviewing.go_on": Route("/review/continue", admin=True),
    "reviewing.changes.act": Route("/review/changes/{}", ("choice",), admin=True, known="1"),
}
READ = PUBLIC | WORKSHOP
