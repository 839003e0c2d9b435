"""Every address of the site with an example: what may be sent there, and what comes back."""

from __future__ import annotations

from typing import NamedTuple

HTML, JSON, CSV = "text/html", "application/json", "text/csv"
NARROWING = ("is.品牌", "min.参考价格", "max.参考价格", "min.上市时间")
TALK = ("q", "product", "site", "author", "from", "to", "sort", "low", "page", "size")
SEARCH = ("q", *NARROWING, "sort", "page", "size", "facet")
# Their keys are known when the site is made.
PAGE, DRAFT, LINK = "the stored page", "the draft", "the link of a stored page"
DOCUMENT, RECORD = "the document", "the record of a stored page"
THUMBNAIL = "5" * 32  # its digest
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
    "home.home": Route("/"),
    "home.help_page": Route("/help"),
    "search.results_view": Route("/search", SEARCH),
    "search.typing": Route("/typing.json", ("q",), JSON),
    "search.suggestions": Route("/suggest.json", ("q",), JSON),
    "channels.news": Route("/news", TALK),
    "channels.discussions": Route("/discussions", TALK),
    "channels.document_page": Route("/d/{}", known=DOCUMENT),
    "channels.stored_page_view": Route("/d/{}/page", known=DOCUMENT),
    "channels.stored_page_frame": Route("/d/{}/page/look", known=DOCUMENT),
    "channels_api.news_as_json": Route("/news.json", TALK, JSON),
    "channels_api.discussions_as_json": Route("/discussions.json", TALK, JSON),
    "channels_api.document_as_json": Route("/d/{}.json", kind=JSON, known=DOCUMENT),
    "stored_page.page_of_product": Route("/stored/{}", known=RECORD),
    "stored_page.page_of_product_frame": Route("/stored/{}/look", known=RECORD),
    "product.product_page": Route("/p/{}", known="xiaomi:14"),
    "pictures.thumbnail": Route("/pictures/{}", kind="image/webp", known=f"{THUMBNAIL}-160.webp"),
    "compare.compare_page": Route("/compare", ("id", "add", "only")),
    "api.search_as_json": Route("/search.json", SEARCH, JSON),
    "api.search_as_json_lines": Route("/search.jsonl", SEARCH, "application/jsonl"),
    "api.search_as_csv": Route("/search.csv", SEARCH, CSV),
    "api.product_as_json": Route("/p/{}.json", kind=JSON, known="xiaomi:14"),
    "api.product_as_csv": Route("/p/{}.csv", kind=CSV, known="xiaomi:14"),
    "api.compare_as_json": Route("/compare.json", ("id",), JSON),
    "api.compare_as_csv": Route("/compare.csv", ("id",), CSV),
    "api.description": Route("/openapi.json", kind=JSON),
    "operations.healthz": Route("/healthz", kind="text/plain"),
    "operations.readyz": Route("/readyz", kind=JSON),
    "operations.metrics": Route("/metrics", kind="text/plain"),
    "api.opensearch": Route("/opensearch.xml", kind="application/opensearchdescription+xml"),
    "api.opensearch_suggestions": Route(
        "/opensearch-suggestions.json", ("q",), "application/x-suggestions+json"
    ),
    "api.icon": Route("/favicon.ico"),
    "api.about": Route("/interface"),
    "search_engines.robots": Route("/robots.txt", kind="text/plain"),
    "search_engines.sitemap": Route("/sitemap.xml", kind="application/xml"),
    "search_engines.sitemap_file": Route("/sitemap-{}.xml", kind="application/xml", known="1"),
}
ADMIN_PAGES = {
    "access.password_form": Route("/password", ("changed",), admin=True),
    "monitor.monitor": Route("/monitor", ("kind", "source"), admin=True),
    "sources.source_list": Route("/sources", admin=True),
    "sources.source_form": Route("/sources/source", ("name",), admin=True),
    "sources.ask_before_deleting": Route("/sources/delete", ("name",), admin=True),
    "label.choose_page": Route("/label", admin=True),
    "label.label_page": Route("/label/page/{}", admin=True, known=PAGE),
    "label.label_frame": Route("/label/page/{}/look", admin=True, known=PAGE),
    "label.site.site_rules": Route("/label/site/{}", admin=True, known="pcpop.example"),
    "label.site.next_part": Route(
        "/label/site/{}/next", ("watch",), admin=True, known="pcpop.example"
    ),
    "review.proposal_list": Route(
        "/review", ("state", "site", "kind", "page", "decided"), admin=True
    ),
    "review.work_status": Route("/review/work", ("watch",), admin=True),
    "review.proposal_on_page": Route("/review/1/page/{}", admin=True, known=LINK),
    "review.proposal_frame": Route("/review/1/page/{}/look", admin=True, known=LINK),
    "review.changes.all_changes": Route("/review/changes", admin=True),
    "review.changes.one_change": Route("/review/changes/{}", admin=True, known="1"),
}
ATTRIBUTE = ("name", "label", "group", "type", "unit", "facet")
POSTED = {
    "access.try_password": Route("/log-in", ("password", "next")),
    "access.set_first_password": Route("/first-start", ("word", "password", "again")),
    "access.change_password": Route("/password", ("before", "password", "again"), admin=True),
    "access.log_out": Route("/log-out", ("next",)),
    "sources.save_source": Route(
        "/sources/save",
        (
            *("was", "name", "channel", "kind", "address", "pattern", "queries", "every"),
            *("encoding", "on"),
        ),
        admin=True,
    ),
    "sources.switch_source": Route("/sources/switch", ("name", "on"), admin=True),
    "sources.delete_source": Route("/sources/delete", ("name",), admin=True),
    "label.fetch_draft": Route("/label/fetch", ("url",), admin=True),
    "label.upload_draft": Route("/label/upload", ("url", "page"), admin=True),
    "label.dismiss": Route("/label/dismiss", ("link", "again"), admin=True),
    "label.remove_draft": Route("/label/draft/{}/remove", admin=True, known=DRAFT),
    "label.label_step": Route(
        "/label/page/{}",
        (*PAIR, "tool", "current", "mark", "remove", "save", "part"),
        admin=True,
        known=PAGE,
    ),
    "review.decide_proposals": Route(
        "/review/decide", (*ATTRIBUTE, "choice", "proposal", "alias_of", "back"), admin=True
    ),
    "review.decide_regions": Route("/review/regions", ("choice", "region", "back"), admin=True),
    "review.undo_form": Route("/review/undo", ("decision", "back"), admin=True),
    "label.site.take_step": Route(
        "/label/site/{}/next", ("step", "url"), admin=True, known="pcpop.example"
    ),
    "review.continue_work": Route("/review/continue", admin=True),
    "review.stop_crawling": Route("/review/stop-crawl", admin=True),
    "review.changes.answer_change": Route("/review/changes/{}", ("choice",), admin=True, known="1"),
}
READ = PUBLIC | ADMIN_PAGES
