"""A forum as they are today: cards of `div`s, times in attributes, one board in English."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from samples.chance import number
from samples.channel_sites.forum import Board, Forum, ShownPost
from samples.channel_sites.shoujibao import ZONE
from samples.channel_sites.site import pager
from samples.page_parts import anchor, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from samples.channel_sites.threads import ForumThread, SamplePost


class ZhangShang(Forum):
    host = "club.zhangshang.example"
    boards = (Board("wanji", "玩机交流", 12, 26), Board("english", "English corner", 8, 38))
    posts_on_a_page = 12
    threads_on_a_page = 8

    def board_target(self, board: Board, page: int) -> str:
        return f"/c/{board.key}" + (f"?page={page}" if page > 1 else "")

    def thread_target(self, thread: ForumThread, page: int) -> str:
        return f"/t/{thread.id}" + (f"?page={page}" if page > 1 else "")

    def _frame(self, title: str, middle: str) -> str:
        boards = [anchor(self.board_target(board, 1), board.name) for board in self.boards]
        return f"""<!doctype html><html lang="zh"><head><meta charset="utf-8">
<title>{escape(title)} | 掌上社区</title></head><body><div id="app">
<header class="top"><a class="logo" href="/">掌上社区</a><input type="search" placeholder="搜索">
<nav>{wrapped("span", boards)}</nav></header><div class="layout">{middle}
<aside class="rail"><div class="card"><h4>社区公约</h4><p>友善发言，不发广告。</p></div></aside>
</div><footer>掌上社区 · 手机爱好者的小站</footer></div></body></html>
"""

    def home(self) -> str:
        boards = [anchor(self.board_target(board, 1), board.name) for board in self.boards]
        return self._frame("首页", f"<main>{wrapped('h2', boards)}</main>")

    def board_page(
        self, board: Board, page: int, pages: int, threads: Sequence[ForumThread]
    ) -> str:
        turn = pager(page, pages, lambda number: self.board_target(board, number))
        return self._frame(
            board.name,
            f'<main class="topics"><h1>{board.name}</h1>{"".join(map(self._card, threads))}'
            f'<nav class="turn">{turn}</nav></main>',
        )

    def _card(self, thread: ForumThread) -> str:
        first, last = thread.posts[0], thread.posts[-1]
        return (
            f'<div class="topic"><div class="name">'
            f"{anchor(self.thread_target(thread, 1), thread.title)}</div>"
            f'<div class="meta"><span>{escape(first.author)}</span> '
            f"<span>{len(thread.posts) - 1} 回复</span> <span>{last.at:%Y-%m-%d}</span>"
            "</div></div>\n"
        )

    def thread_page(
        self, thread: ForumThread, page: int, pages: int, posts: Sequence[ShownPost]
    ) -> str:
        turn = pager(page, pages, lambda number: self.thread_target(thread, number))
        here = self.thread_target(thread, page)
        return self._frame(
            thread.title,
            f'<main class="thread"><h1 class="subject">{escape(thread.title)}</h1>'
            f'<div class="stream">{"".join(_post(thread, here, post) for post in posts)}</div>'
            f'<nav class="turn">{turn}</nav><div class="composer">登录后参与讨论</div></main>',
        )


def _post(thread: ForumThread, here: str, shown: ShownPost) -> str:
    place, post, quoted = shown
    identity = f"p{10 * thread.id + place}"
    quote = ""
    if quoted:
        head = f'<div class="qh">{escape(quoted.author)}：</div>'
        quote = f'<blockquote class="q">{head}{_paragraphs(quoted.text)}</blockquote>'
    return f"""<div class="post" id="{identity}"><div class="side"><img class="face" alt=""
 src="/face/{number("face", post.author) % 40}.png"></div><div class="box"><div class="head">
<a class="who" href="/u/{number("u", post.author) % 9000}">{escape(post.author)}</a>
<a class="when" href="{here}#{identity}">{_time(post)}</a><span class="no">#{place}</span></div>
<div class="body">{quote}{_paragraphs(post.text)}</div>
<div class="acts"><button>赞 {number("likes", identity) % 9}</button><button>回复</button>
<button>分享</button></div></div></div>
"""


def _time(post: SamplePost) -> str:
    if post.ago:
        minutes = int(post.ago.total_seconds()) // 60
        return (
            f"<time>{minutes // 60}小时前</time>"
            if minutes >= 60
            else f"<time>{minutes}分钟前</time>"
        )
    written = post.at.replace(tzinfo=ZONE).isoformat(timespec="minutes")
    return f'<time datetime="{written}">{post.at:%Y-%m-%d %H:%M}</time>'


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in text.split("\n"))
