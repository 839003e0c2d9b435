"""A news site as portals once were: RSS, list pages, a search page, much around each article."""

from __future__ import annotations

from dataclasses import replace
from email.utils import format_datetime
from functools import partial
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

from samples import chance
from samples.channel_sites.articles import Story, news_stories
from samples.channel_sites.site import ChannelSite, GoldDocument, pager
from samples.page_parts import anchor, wrapped
from samples.response import Response

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

ZONE = ZoneInfo("Asia/Shanghai")
_STORIES = 48
_IN_FEED = 10
_ON_A_LIST = 15
_ON_A_PAGE = 3  # paragraphs, of a story with several pages
_REMARKS = ("写得不错，收藏了。", "价格还是太高，再等等。", "我就在用这台，小编说得对。")


class ShoujiBao(ChannelSite):
    host = "www.shoujibao.example"

    def __init__(self, unpublished: int = 0) -> None:
        """So many of the newest stories are not published yet."""
        self._stories = news_stories(_STORIES)[: _STORIES - unpublished]

    @property
    def _newest_first(self) -> Sequence[Story]:
        return self._stories[::-1]

    def documents(self) -> Iterator[GoldDocument]:
        for story in self._newest_first:
            page, *further = (
                self.url(self._target(story, number)) for number in range(1, _page_count(story) + 1)
            )
            gold = GoldDocument(page, story.title, story.author, story.at, story.text)
            yield replace(gold, further=tuple(further))

    def html(self) -> Mapping[str, Callable[[], str]]:
        pages: dict[str, Callable[[], str]] = {"/": partial(self._home)}
        starts = range(0, len(self._stories), _ON_A_LIST)
        for number, start in enumerate(starts, 1):
            shown = self._newest_first[start : start + _ON_A_LIST]
            pages[_list_target(number)] = partial(self._list, number, len(starts), shown)
        for story in self._newest_first:
            for number in range(1, _page_count(story) + 1):
                pages[self._target(story, number)] = partial(self._article, story, number)
        return pages

    def files(self) -> Mapping[str, Callable[[], Response]]:
        return {"/rss.xml": lambda: Response(200, "application/rss+xml", self._rss())}

    def answer(self, target: str) -> Response:
        parts = urlsplit(target)
        if parts.path == "/search":
            return self.response(self._results(parse_qs(parts.query).get("q", [""])[0]))
        return super().answer(target)

    def _target(self, story: Story, page: int = 1) -> str:
        name = str(1001 + self._stories.index(story)) + (f"_{page}" if page > 1 else "")
        return f"/news/{story.at:%Y%m%d}/{name}.html"

    def _frame(self, title: str, middle: str) -> str:
        sections = ("新闻", "评测", "行情", "导购", "论坛")
        menu = wrapped("li", [f'<a href="/news/">{name}</a>' for name in sections])
        hot = wrapped("li", [self._link(story) for story in self._newest_first[3:9]])
        return f"""<!DOCTYPE html><html><head><meta charset="utf-8">
<title>{escape(title)}_手机报</title>
<link rel="alternate" type="application/rss+xml" href="/rss.xml"></head><body>
<div id="top"><a href="/">手机报</a> <a href="/login">登录</a> <a href="/reg">注册</a></div>
<ul id="menu">{menu}</ul><div id="wrap">{middle}
<div id="side"><h3>热点排行</h3><ol>{hot}</ol><h3>订阅</h3><p>每周一封，不打扰。</p></div></div>
<div id="foot">手机报 版权所有 未经许可不得转载<br>编辑部电话：000-0000000</div></body></html>
"""

    def _link(self, story: Story) -> str:
        return anchor(self._target(story), story.title)

    def _home(self) -> str:
        newest = wrapped("li", [self._link(story) for story in self._newest_first[:12]])
        return self._frame("首页", f'<h1>手机报</h1><ul class="new">{newest}</ul>')

    def _list(self, number: int, pages: int, shown: Sequence[Story]) -> str:
        items = [f"{self._link(story)}<span>{story.at:%m-%d %H:%M}</span>" for story in shown]
        return self._frame(
            f"新闻列表 第{number}页",
            f'<div class="crumb"><a href="/">首页</a> &gt; 新闻</div>'
            f'<ul class="list">{wrapped("li", items)}</ul>'
            f'<div class="pages">{pager(number, pages, _list_target)}</div>',
        )

    def _article(self, story: Story, page: int) -> str:
        at, pages = self._stories.index(story), _page_count(story)
        shown = story.parts if pages == 1 else story.parts[(page - 1) * _ON_A_PAGE :][:_ON_A_PAGE]
        turn = pager(page, pages, lambda number: self._target(story, number))
        related = [self._stories[(at + step) % len(self._stories)] for step in (5, 11, 17)]
        first, *others = (f"<p>　　{escape(lines[0])}</p>" for _, *lines in shown)
        remarks = wrapped("li", [f"<b>网友{n}</b>：{text}" for n, text in enumerate(_REMARKS, 101)])
        return self._frame(
            story.title + (f"({page})" if page > 1 else ""),
            f"""<div class="crumb"><a href="/">首页</a> &gt; <a href="/news/">新闻</a></div>
<div id="main"><h1>{escape(story.title)}</h1>
<div class="info">{story.at:%Y年%m月%d日 %H:%M}　来源：手机报　作者：{story.author}
　<a href="#cmt">评论(3)</a></div>
<div class="content" id="endText">{first}
<div class="ad"><a href="http://ads.example/click?id={at}" rel="nofollow">广告：换季清仓</a></div>
{"".join(others)}</div>{turn and f'<div class="pages">{turn}</div>'}
<div class="share">分享到：<a href="#">微博</a> <a href="#">空间</a> <a href="#">朋友圈</a></div>
<div class="rel"><h3>相关阅读</h3><ul>{wrapped("li", map(self._link, related))}</ul></div>
<div id="cmt"><h3>网友评论</h3><ul>{remarks}</ul></div></div>""",
        )

    def _results(self, query: str) -> str:
        found = [story for story in self._newest_first if query and query in story.title]
        items = [
            f"{self._link(story)}<p>{escape(story.text[:60])}…</p><em>{story.at:%Y-%m-%d}</em>"
            for story in found[:20]
        ]
        return self._frame(
            f"搜索 {query}",
            f'<p>找到 {len(found)} 条结果</p><ul class="res">{wrapped("li", items)}</ul>',
        )

    def _rss(self) -> bytes:
        items = "".join(
            f"<item><title>{escape(story.title)}</title>"
            f"<link>{self.url(self._target(story))}</link>"
            f"<author>{story.author}</author>"
            f"<pubDate>{format_datetime(story.at.replace(tzinfo=ZONE))}</pubDate>"
            f"<description><![CDATA[<p>{escape(story.text[:50])}…</p>]]></description></item>\n"
            for story in self._newest_first[:_IN_FEED]
        )
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>'
            f"<title>手机报</title><link>{self.url('/')}</link><description>手机新闻</description>\n"
            f"{items}</channel></rss>\n"
        ).encode()


def _page_count(story: Story) -> int:
    """Some of the long ones have several pages."""
    is_cut = len(story.parts) > 2 * _ON_A_PAGE and chance.number("pages", story.title) % 5 == 0
    return -(-len(story.parts) // _ON_A_PAGE) if is_cut else 1


def _list_target(number: int) -> str:
    return "/news/" if number == 1 else f"/news/list_{number}.html"
