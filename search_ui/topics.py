"""Several topics on one server, each below `/t/NAME`; a single one has its pages at `/`.

`TopicPaths` takes the topic from the path before Flask sees it, like a server that mounts an
application below a prefix: views have the paths they have with a single topic, and addresses begin
with `request.script_root`. Where several topics are served, a path without a topic leads to a page
that offers it in each of them (`ask_for_topic`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from flask import abort, g, render_template, request

from index.generations import IndexUnusable
from search_ui.home import HomeLink, SiteCounts, site_counts, working_examples
from search_ui.site import TOPIC, all_sites, asked_site

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment
    from flask import Flask

    from search_ui.site import SearchSite


_TOPIC_PATH = re.compile(r"/t/(?P<topic>[^/]+)(?P<path>/.*)?", re.DOTALL)


class TopicPaths:
    """WSGI: which topic is asked for, and the path below it."""

    def __init__(self, app: WSGIApplication, topics: Collection[str]) -> None:
        self._app = app
        self._topics = topics

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        found = _TOPIC_PATH.fullmatch(environ.get("PATH_INFO", ""))
        if found and found["topic"] in self._topics:
            name = found["topic"]
            environ = {**environ, TOPIC: name, "PATH_INFO": found["path"] or "/"}
            if len(self._topics) > 1:  # addresses of a single topic have no prefix
                environ["SCRIPT_NAME"] = environ.get("SCRIPT_NAME", "") + prefix_of(name)
        return self._app(environ, start_response)


def prefix_of(topic: str) -> str:
    return f"/t/{topic}"


def sites_here() -> list[tuple[str, SearchSite]]:
    """The site that is asked for, or all of them, with the beginnings of their addresses."""
    if site := asked_site():
        return [(request.script_root, site)]
    return [(prefix_of(name), site) for name, site in all_sites().items()]


# The switch in the header, and the page that asks for a topic.


class TopicLink(NamedTuple):
    title: str
    address: str
    is_current: bool


def topic_links(path: str = "/") -> list[TopicLink]:
    """The page of this path in each topic, in the visitor's language; none for a single topic."""
    sites, asked = all_sites(), asked_site()
    if len(sites) == 1:
        return []
    return [
        TopicLink(site.topic.title_in(g.language), prefix_of(name) + path, site is asked)
        for name, site in sites.items()
    ]


class TopicCard(NamedTuple):
    """A topic on the home page of several; without an index it has no counts and no examples."""

    title: str
    address: str
    counts: SiteCounts | None = None
    examples: tuple[HomeLink, ...] = ()


_MOST_EXAMPLES = 3


def topic_cards() -> list[TopicCard]:
    return [_card(prefix_of(name), site) for name, site in all_sites().items()]


def _card(prefix: str, site: SearchSite) -> TopicCard:
    card = TopicCard(site.topic.title_in(g.language), f"{prefix}/")
    try:
        counts = site_counts(site)
        found = working_examples(site.index(), site.finder(), site.topic, g.language)
    except IndexUnusable:
        return card
    examples = [one._replace(address=prefix + one.address) for one in found[:_MOST_EXAMPLES]]
    return card._replace(counts=counts, examples=tuple(examples))


_SHARED = frozenset(("static", "api.icon", "search_engines.robots", "search_engines.sitemap"))
_FOR_ALL = ("access.", "operations.")


def ask_for_topic(app: Flask) -> None:
    """Answers requests without a topic where several are served."""

    @app.before_request
    def ask() -> tuple[str, int] | None:
        known = request.endpoint
        if asked_site() or known is None or known in _SHARED or known.startswith(_FOR_ALL):
            return None
        reads = request.method in {"GET", "HEAD"}
        if not reads or request.path.endswith((".json", ".jsonl", ".csv", ".xml")):
            abort(404, _which())
        if request.path == "/":
            return render_template("topics.html", cards=topic_cards()), 200
        links = topic_links(request.full_path.rstrip("?"))
        return render_template("topics.html", links=links), 404


def _which() -> str:
    addresses = ", ".join(prefix_of(name) + request.path for name in all_sites())
    return f"Several topics are served here; ask for one of {addresses}."
