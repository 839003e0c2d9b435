"""A blog as they are today: semantic tags, JSON Feed and Atom; some posts in English."""

from __future__ import annotations

import json
from functools import partial
from html import escape
from typing import TYPE_CHECKING

from samples.channel_sites.articles import Story, blog_stories
from samples.channel_sites.shoujibao import ZONE
from samples.channel_sites.site import ChannelSite, GoldDocument
from samples.page_parts import anchor, wrapped
from samples.response import Response

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_STORIES = 12


class LaoWang(ChannelSite):
    host = "blog.laowang.example"
    title = "老王的手机札记"

    def __init__(self, unpublished: int = 0) -> None:
        self._stories = blog_stories(_STORIES)[: _STORIES - unpublished][::-1]

    def documents(self) -> Iterator[GoldDocument]:
        for story in self._stories:
            page = self.url(_target(story))
            yield GoldDocument(page, story.title, story.author, story.at, story.text)

    def html(self) -> Mapping[str, Callable[[], str]]:
        posts = {_target(story): partial(self._post, story) for story in self._stories}
        return {"/": self._home, "/about/": self._about, **posts}

    def files(self) -> Mapping[str, Callable[[], Response]]:
        return {
            "/feed.json": lambda: Response(200, "application/feed+json", self._json_feed()),
            "/atom.xml": lambda: Response(200, "application/atom+xml", self._atom()),
        }

    def _frame(self, title: str, main: str) -> str:
        return f"""<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<title>{escape(title)} – {self.title}</title>
<link rel="alternate" type="application/feed+json" href="/feed.json"></head>
<body class="home"><header class="site"><a href="/" rel="home">{self.title}</a>
<nav><a href="/">首页</a> <a href="/about/">关于</a> <a href="/feed.json">订阅</a></nav></header>
<main>{main}</main>
<aside><section><h4>最近的文章</h4><ul>{wrapped("li", map(_link, self._stories[:5]))}</ul></section>
<section><h4>标签</h4><a href="/">手机</a> <a href="/">续航</a></section></aside>
<footer class="site">© 老王 · 由一台旧电脑驱动</footer></body></html>
"""

    def _home(self) -> str:
        items = [
            f"<h2>{_link(story)}</h2><p>{escape(story.parts[0][1])}</p>" for story in self._stories
        ]
        return self._frame("首页", wrapped("section", items))

    def _about(self) -> str:
        return self._frame("关于", "<h1>关于</h1><p>老王，喜欢旧手机，偶尔写字。</p>")

    def _post(self, story: Story) -> str:
        at = self._stories.index(story)
        near = [self._stories[place] for place in (at - 1, at + 1) if 0 <= place < _count(self)]
        return self._frame(
            story.title,
            f"""<article class="post"><header><h1 class="title">{escape(story.title)}</h1>
<p class="byline">作者 <a rel="author" href="/about/">{story.author}</a> ·
<time datetime="{story.at.replace(tzinfo=ZONE).isoformat()}">{story.at:%Y-%m-%d %H:%M}</time></p>
</header><div class="entry">{"".join(map(_part, story.parts))}</div>
<footer class="tags">标签：<a href="/">手机</a></footer></article>
<nav class="near">{" ".join(map(_link, near))}</nav>
<section id="comments"><h3>两条留言</h3><ol><li><cite>路人甲</cite> 同款，握手。</li>
<li><cite>路人乙</cite> 等你的下一篇。</li></ol></section>""",
        )

    def _json_feed(self) -> bytes:
        items = [
            {
                "id": self.url(_target(story)),
                "url": self.url(_target(story)),
                "title": story.title,
                "content_text": story.parts[0][1],
                "date_published": story.at.replace(tzinfo=ZONE).isoformat(),
                "authors": [{"name": story.author}],
            }
            for story in self._stories
        ]
        feed = {"version": "https://jsonfeed.org/version/1.1", "title": self.title, "items": items}
        return json.dumps(feed, ensure_ascii=False, indent=1).encode()

    def _atom(self) -> bytes:
        entries = "".join(
            f"<entry><title>{escape(story.title)}</title><id>{self.url(_target(story))}</id>"
            f'<link rel="alternate" href="{self.url(_target(story))}"/>'
            f"<updated>{story.at.replace(tzinfo=ZONE).isoformat()}</updated></entry>\n"
            for story in self._stories
        )
        return (
            '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
            f"<title>{self.title}</title><id>{self.url('/')}</id>\n{entries}</feed>\n"
        ).encode()


def _count(site: LaoWang) -> int:
    return sum(1 for _ in site.documents())


def _target(story: Story) -> str:
    place = blog_stories(_STORIES).index(story)
    return f"/{story.at:%Y/%m}/zhaji-{place + 1:02}/"


def _link(story: Story) -> str:
    return anchor(_target(story), story.title)


def _part(part: tuple[str, ...]) -> str:
    tag, *lines = part
    if tag == "ul":
        return f"<ul>{wrapped('li', map(escape, lines))}</ul>"
    return f"<{tag}>{escape(lines[0])}</{tag}>"
