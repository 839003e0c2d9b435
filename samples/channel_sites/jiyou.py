"""A forum as most Chinese ones were: tables in tables, GBK, the member beside each post."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from samples.chance import choose, number
from samples.channel_sites.forum import Board, Forum, ShownPost
from samples.channel_sites.site import pager
from samples.page_parts import anchor

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import timedelta

    from samples.channel_sites.threads import ForumThread

_SIGNATURES = (
    "生活不止眼前的话费，还有远方的漫游",
    "手机可以旧，电量不能少",
    "<a href='http://shop.example/'>我的小店，欢迎光临</a>",
    "",
)
_RANKS = ("新手上路", "注册会员", "中级会员", "高级会员", "金牌会员")


class JiYou(Forum):
    host = "bbs.jiyou.example"
    codec = "gbk"
    content_type = "text/html; charset=gbk"
    boards = (Board("2", "综合讨论", 14, 0), Board("5", "求助专区", 12, 14))
    posts_on_a_page = 10

    def board_target(self, board: Board, page: int) -> str:
        return f"/forum-{board.key}-{page}.html"

    def thread_target(self, thread: ForumThread, page: int) -> str:
        return f"/thread-{thread.id}-{page}-1.html"

    def _frame(self, title: str, middle: str) -> str:
        return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN">
<html><head><meta http-equiv="Content-Type" content="text/html; charset=gbk">
<title>{escape(title)} - 机友论坛 - Powered by Pocket!</title></head><body id="nv_forum">
<div id="hd"><h2><a href="/">机友论坛</a></h2><table class="fm"><tr><td>用户名</td>
<td><input name="username"></td><td><button>登录</button></td></tr></table></div>
<div id="wp">{middle}</div>
<div id="ft"><p>Powered by Pocket! X1 | <a href="/archiver/">Archiver</a> | 小黑屋 | 手机版</p>
<p>GMT+8, 2010-1-1 12:00, Processed in 0.03 second(s)</p></div></body></html>
"""

    def home(self) -> str:
        rows = "".join(
            f"<tr><td><h2>{anchor(self.board_target(board, 1), board.name)}</h2></td>"
            f"<td>{board.threads} / {sum(len(thread.posts) for thread in threads)}</td></tr>"
            for board, threads in self._threads.items()
        )
        return self._frame("首页", f'<table class="fl_tb">{rows}</table>')

    def board_page(
        self, board: Board, page: int, pages: int, threads: Sequence[ForumThread]
    ) -> str:
        turn = pager(page, pages, lambda number: self.board_target(board, number))
        return self._frame(
            f"{board.name} 第{page}页",
            f'<div id="pt"><a href="/">机友论坛</a> &rsaquo; {board.name}</div>'
            f'<div class="pg">{turn}</div><table id="threadlist" summary="{board.name}">'
            '<tr class="th"><td>主题</td><td>作者</td><td>回复/查看</td><td>最后发表</td></tr>'
            f"{''.join(map(self._thread_row, threads))}</table>"
            f'<div class="pg">{turn}</div>',
        )

    def _thread_row(self, thread: ForumThread) -> str:
        first, last, pages = thread.posts[0], thread.posts[-1], self.page_count(thread)
        further = " ".join(
            anchor(self.thread_target(thread, page), str(page)) for page in range(2, pages + 1)
        )
        views = 40 + number("views", thread.title) % 4000
        end = anchor(self.thread_target(thread, pages), f"{last.at:%Y-%m-%d %H:%M}")
        title = anchor(self.thread_target(thread, 1), thread.title, ' class="xst"')
        return (
            f'<tbody id="normalthread_{thread.id}"><tr><th>{title}'
            f"{f'<span class=tps>...{further}</span>' if further else ''}</th>"
            f'<td class="by"><cite>{escape(first.author)}</cite>'
            f"<em>{first.at:%Y-%m-%d}</em></td>"
            f'<td class="num">{len(thread.posts) - 1}<em>{views}</em></td>'
            f'<td class="by"><cite>{escape(last.author)}</cite><em>{end}</em></td></tr></tbody>\n'
        )

    def thread_page(
        self, thread: ForumThread, page: int, pages: int, posts: Sequence[ShownPost]
    ) -> str:
        board = next(board for board in self.boards if board.key == thread.board)
        turn = pager(page, pages, lambda number: self.thread_target(thread, number))
        here = self.thread_target(thread, page)
        shown = "".join(self._post(thread, here, post) for post in posts)
        return self._frame(
            f"{thread.title} - {board.name}",
            f'<div id="pt"><a href="/">机友论坛</a> &rsaquo; '
            f"{anchor(self.board_target(board, 1), board.name)} &rsaquo; "
            f"{escape(thread.title)}</div>"
            f'<div class="pg">{turn}</div><div id="postlist">'
            f'<table class="head"><tr><td class="pls">回复: {len(thread.posts) - 1}</td>'
            f'<td class="plc"><h1>{escape(thread.title)}</h1></td></tr></table>{shown}</div>'
            f'<div class="pg">{turn}</div><form id="fastpost"><textarea rows="5"></textarea>'
            "<button>发表回复</button><p>您需要登录后才可以回帖</p></form>",
        )

    def _post(self, thread: ForumThread, here: str, shown: ShownPost) -> str:
        floor, post, quoted = shown
        identity = 10 * thread.id + floor
        time = _ago(post.ago) if post.ago else f"{post.at:%Y-%m-%d %H:%M:%S}"
        quote = ""
        if quoted:
            quote = (
                f'<div class="quote"><blockquote><font size="2" color="#999999">'
                f"{escape(quoted.author)} 发表于 {quoted.at:%Y-%m-%d %H:%M}</font><br />\n"
                f"{_lines(quoted.text)}</blockquote></div>"
            )
        signature = choose(_SIGNATURES, "signature", post.author)
        return f"""<div id="post_{identity}"><table class="plhin"><tr><td class="pls" rowspan="2">
<div class="authi"><a href="/space-uid-{number("uid", post.author) % 90_000}.html"
 class="xw1">{escape(post.author)}</a></div><div class="avatar"><img src="/avatar.gif"></div>
<p><em>{choose(_RANKS, "rank", post.author)}</em></p>
<dl><dt>积分</dt><dd>{number("points", post.author) % 900}</dd>
<dt>注册时间</dt><dd>200{number("joined", post.author) % 6}-3-14</dd></dl></td>
<td class="plc"><div class="pi"><strong><a href="{here}#pid{identity}">{_floor(floor)}</a></strong>
<div class="pti"><em id="authorposton{identity}">发表于 {time}</em> |
<a href="/thread-{thread.id}-1-1.html?authorid=1" rel="nofollow">只看该作者</a></div></div>
<div class="pct"><table><tr><td class="t_f" id="postmessage_{identity}">
{quote}{_lines(post.text)}</td></tr></table></div></td></tr>
<tr><td class="plc plm">{f'<div class="sign">{signature}</div>' if signature else ""}</td></tr>
<tr><td class="pls"></td><td class="plc"><div class="pob"><a href="#">回复</a>
<a href="#">支持</a> <a href="#">反对</a> <a href="#">举报</a></div></td></tr></table></div>
"""


def _floor(number: int) -> str:
    return {1: "楼主", 2: "沙发", 3: "板凳"}.get(number, f"{number}#")


def _lines(text: str) -> str:
    return "<br />\n".join(map(escape, text.split("\n")))


def _ago(ago: timedelta) -> str:
    minutes = int(ago.total_seconds()) // 60
    return f"{minutes // 60} 小时前" if minutes >= 60 else f"{minutes} 分钟前"
