"""Threads of many layouts, made up, each with the same four people."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from channels.posts import Post, read_posts
from pages.page import Page
from samples.pocket_web import PocketWeb
from tests.effort import effort

if TYPE_CHECKING:
    from collections.abc import Callable

    from samples.channel_sites.site import GoldDocument

FETCHED = datetime(2020, 6, 20, 15, 0)  # noqa: DTZ001
POSTS = [
    ("anna_k", "2014-06-12 10:10:20", "Does anybody know how long the battery of the N95 lasts?"),
    ("Bob the 2nd", "2014-06-12 11:02:00", "Two days if you leave the camera alone."),
    ("小明", "2014-06-13 08:30:11", "我的只能用一天，屏幕太费电了，晚上必须充电。"),
    ("anna_k", "2014-06-14 21:47:59", "Thanks!"),
]
NAVIGATION = "<ul class=nav><li><a href=/>Home</a><li><a href=/login>Log in</a></ul>"
FOOTER = "<p>All times are GMT. Powered by nobody in particular, since 2001.</p>"


def as_siblings(posts: list[tuple[str, str, str]]) -> str:
    return "".join(
        f"<div class='post' id=p{number}><div class=userinfo><a href=/user/{number}>{author}</a>"
        f"<p>Joined: 2009-01-0{number}</p><p>Posts: {number}7</p></div>"
        f"<div class=head>Posted {time} <a href=#p{number}>#{number}</a></div>"
        f"<div class=text>{text}</div><div class=signature>Sent from the phone of {author}</div>"
        "<div class=buttons><a href=/reply>Reply</a> <a href=/like>Like</a></div></div>"
        for number, (author, time, text) in enumerate(posts, 1)
    )


def as_table_rows(posts: list[tuple[str, str, str]]) -> str:
    """One row with who and when, one with the text, no class at all."""
    rows = "".join(
        f"<tr><td><a href='member.php?u={number}'>{author}</a>, {time}</td></tr>"
        f"<tr><td><p>{text}</p></td></tr>"
        for number, (author, time, text) in enumerate(posts)
    )
    return f"<table>{rows}</table>"


def as_nested_comments(posts: list[tuple[str, str, str]]) -> str:
    """Each answers the one before it, three deep at most."""
    page = ""
    for number, (author, time, text) in enumerate(posts):
        page += (
            f"<div class=comment><p class=by><a href=/u/{number}>{author}</a> "
            f"<time datetime='{time.replace(' ', 'T')}Z'>some time ago</time></p>"
            f"<div class=md><p>{text}</p></div><a>permalink</a><div class=children>"
        )
    return page + "</div></div>" * len(posts)


def as_old_discuz(posts: list[tuple[str, str, str]]) -> str:
    return "".join(
        f"<table id=pid{number}><tr><td class=postauthor><cite><a href='space.php?uid={number}'>"
        f"{author}</a></cite><em>注册会员</em><p>注册时间 2008-3-{number + 1}</p></td>"
        f"<td class=postcontent><div class=postinfo><strong>{number + 1}<sup>#</sup></strong>"
        f"发表于 {time} <a>只看该作者</a></div><div class=t_msgfont id=postmessage_{number}>{text}"
        "</div><div class=postactions><a>回复</a> <a>引用</a> <a>举报</a></div></td></tr></table>"
        for number, (author, time, text) in enumerate(posts, 1)
    )


def as_old_phpbb(posts: list[tuple[str, str, str]]) -> str:
    """Name and text in cells of a row; signatures in the same markup as texts."""
    return (
        "<table>"
        + "".join(
            f"<tr><td class=row{number % 2}><span class=name><b>{author}</b></span><br>"
            f"<span class=postdetails>Joined: 0{number} Jan 2004<br>Posts: {number}1</span></td>"
            f"<td class=row{number % 2}><table><tr><td><span class=postdetails>Posted: {time} "
            "Post subject: Battery</span></td></tr><tr><td><hr></td></tr><tr><td>"
            f"<span class=postbody>{text}</span><span class=postbody><br>_________________<br>"
            f"My phones and I, {author}</span></td></tr></table></td></tr>"
            "<tr><td><a href=#top>Back to top</a></td><td><a href=/pm>PM</a></td></tr>"
            for number, (author, time, text) in enumerate(posts, 1)
        )
        + "</table>"
    )


def as_blog_comments(posts: list[tuple[str, str, str]]) -> str:
    """Names before the texts, times behind them, all side by side."""
    return (
        "<dl>"
        + "".join(
            f"<dt><a href=/profile/{number}>{author}</a> said</dt><dd class=body><p>{text}</p></dd>"
            f"<dd class=foot><a href=#c{number}>{time}</a></dd>"
            for number, (author, time, text) in enumerate(posts)
        )
        + "</dl>"
    )


def without_any_names(posts: list[tuple[str, str, str]]) -> str:
    """Text and signature are told apart by their places alone."""
    return "".join(
        f"<div><div><div><a href=/member/{number}>{author}</a></div><div>Rank {number}</div></div>"
        f"<div><div>{time}</div><div>{text}</div><div>Bye from {author[::-1]}</div></div></div>"
        for number, (author, time, text) in enumerate(posts)
    )


def with_whom_they_answer(posts: list[tuple[str, str, str]]) -> str:
    """Each answer shows before its own head the name of whom it answers."""
    return "".join(
        f"<li class=post><div class=parent><a class=name href=/user/0>{POSTS[0][0]}</a></div>"
        f"<div class=head><a class=name href=/user/{number}>{author}</a> <time>{time}</time></div>"
        f"<div class=content>{text}</div></li>"
        for number, (author, time, text) in enumerate(posts)
    )


def as_microdata(posts: list[tuple[str, str, str]]) -> str:
    return "".join(
        "<article itemscope itemtype='https://schema.org/Answer'>"
        f"<div itemprop=text><p>{text}</p></div><span itemprop=author><b itemprop=name>{author}</b>"
        f"</span><span>answered <time itemprop=dateCreated datetime='{time}'>then</time></span>"
        "</article>"
        for author, time, text in posts
    )


def thread(posts: str, title: str = "How long does it last?") -> Page:
    body = f"<html><body>{NAVIGATION}<h1>{title}</h1>{posts}{FOOTER}</body></html>"
    return Page.read(body.encode(), "https://forum.example/thread/7", "text/html; charset=utf-8")


def read(page: Page) -> list[Post]:
    return read_posts(page, FETCHED)


@pytest.mark.parametrize(
    "layout",
    [
        as_siblings,
        as_table_rows,
        as_nested_comments,
        as_old_discuz,
        as_microdata,
        without_any_names,
        with_whom_they_answer,
        as_old_phpbb,
        as_blog_comments,
    ],
)
def test_whatever_the_layout_the_posts_are_read(
    layout: Callable[[list[tuple[str, str, str]]], str],
) -> None:
    posts = read(thread(layout(POSTS)))
    assert [post.text for post in posts] == [text for _, _, text in POSTS]
    assert [post.author for post in posts] == [author for author, _, _ in POSTS]
    assert [post.time[:19].replace("T", " ") for post in posts] == [time for _, time, _ in POSTS]


def test_numbers_and_links() -> None:
    posts = read(thread(as_siblings(POSTS)))
    assert [(post.number, post.link) for post in posts] == [
        (1, "#p1"), (2, "#p2"), (3, "#p3"), (4, "#p4")
    ]  # fmt: skip


def test_times_are_counted_back_from_when_the_page_was_fetched() -> None:
    times = ["前天 14:02", "昨天 14:02", "3小时前", "半小时前"]
    posts = [(author, time, text) for (author, _, text), time in zip(POSTS, times, strict=True)]
    found = [post.time for post in read(thread(as_siblings(posts)))]
    assert found == [
        "2020-06-18T14:02:00", "2020-06-19T14:02:00", "2020-06-20T12:00:00", "2020-06-20T14:30:00"
    ]  # fmt: skip


def test_where_nobody_knows_when_it_was_fetched_the_newest_date_of_the_page_tells() -> None:
    times = ["2 days ago", "Yesterday 14:02", "Apr 9, 11:30", "9 April 2016, 12:00"]
    posts = [(author, time, text) for (author, _, text), time in zip(POSTS, times, strict=True)]
    found = [post.time[:10] for post in read_posts(thread(as_siblings(posts)))]
    assert found == ["2016-04-07", "2016-04-08", "2016-04-09", "2016-04-09"]


def test_quotes_stand_in_the_text_and_are_told_apart() -> None:
    quote = "<blockquote>Two days if you leave the camera alone.</blockquote>I never do."
    posts = read(thread(as_siblings([*POSTS, ("小明", "2014-06-15 10:00:00", quote)])))
    assert posts[-1].text == "Two days if you leave the camera alone.\nI never do."
    assert posts[-1].quotes == ("Two days if you leave the camera alone.",)
    assert posts[-1].own == "I never do."
    assert posts[0].quotes == ()


def test_lines_are_kept_and_inline_markup_adds_no_space() -> None:
    text = "It<b>'s</b> <i>fine</i>.<br>Really.<ul><li>one</li><li>two</li></ul>"
    posts = read(thread(as_siblings([*POSTS, ("小明", "2014-06-15 10:00:00", text)])))
    assert posts[-1].text == "It's fine.\nReally.\none\ntwo"


@pytest.mark.parametrize(
    "note",
    [
        "<p>Last edited by anna_k; 15 June 2014</p>",
        "<i class=pstatus>本帖最后由 anna_k 编辑</i><br>",
    ],
)
def test_edit_notes_and_attachments_are_left_out(note: str) -> None:
    text = f"I was wrong about that.{note}<div class=attachments>photo.jpg (20 KB)</div>"
    posts = read(thread(as_siblings([*POSTS, ("小明", "2014-06-15 10:00:00", text)])))
    assert posts[-1].text == "I was wrong about that."


def test_a_question_in_other_markup_is_the_first_post() -> None:
    question = (
        "<section class=question><p>Asked by <a href=/user/9>questioner</a> on 2014-06-11 09:00</p>"
        "<div class=question-body><p>My phone is empty every evening although I hardly use it.</p>"
        "<p>Is the battery broken, or is that what everybody has to live with?</p></div></section>"
    )
    posts = read(thread(question + as_siblings(POSTS)))
    assert len(posts) == 5
    assert posts[0].author == "questioner"
    assert posts[0].time == "2014-06-11T09:00:00"
    assert posts[0].text.startswith("My phone is empty")


def test_a_thread_with_a_single_post() -> None:
    (post,) = read(thread(as_siblings(POSTS[:1])))
    author, _, text = POSTS[0]
    assert (post.author, post.time, post.text) == (author, "2014-06-12T10:10:20", text)


def test_of_a_single_post_the_author_is_not_who_likes_it() -> None:
    likes = "<div class=likes><a href=/user/8>zoe</a> and <a href=/user/9>yan</a> like this</div>"
    (post,) = read(thread(f"<div class=thread>{as_siblings(POSTS[:1])}{likes}</div>"))
    assert post.author == "anna_k"


def test_a_post_of_pictures_has_an_empty_text() -> None:
    posts = read(thread(as_siblings([*POSTS, ("小明", "2014-06-15 10:00:00", "<img src=a.jpg>")])))
    assert [post.text for post in posts][3:] == ["Thanks!", ""]


def test_other_threads_listed_in_the_same_markup_are_no_posts() -> None:
    others = "".join(
        f"<div class=post><div class=text><a href=/t/{number}>{title}</a></div></div>"
        for number, title in enumerate(("Which charger?", "N73 or N95?", "Broken hinge"))
    )
    assert len(read(thread(as_siblings(POSTS) + others))) == len(POSTS)


def test_a_list_of_threads_has_no_posts() -> None:
    rows = "".join(
        f"<tr><td><a href=/thread/{number}>Thread about phone number {number}</a></td>"
        f"<td><a href=/user/{number}>user{number}</a> 2014-06-{number + 10}</td><td>{number}</td>"
        f"<td>2014-07-{number + 10} <a href=/user/7{number}>somebody{number}</a></td></tr>"
        for number in range(20)
    )
    assert read(thread(f"<table>{rows}</table>", "All threads")) == []


@pytest.mark.parametrize("host", ["bbs.jiyou.example", "club.zhangshang.example"])
def test_every_post_of_the_pocket_web(host: str) -> None:
    now = datetime(2026, 11, 17, 12, 0)  # noqa: DTZ001 - after its last posts
    site = PocketWeb().channel_sites[host]
    gold: dict[str, list[GoldDocument]] = defaultdict(list)
    for document in site.documents():
        gold[document.page].append(document)
    for url in site.pages:
        page = site.answer(url.partition(host)[2])
        posts = read_posts(Page.read(page.body, url, page.content_type), now)
        assert [(post.author, post.number, post.own) for post in posts] == [
            (document.author, document.number, document.text) for document in gold[url]
        ]
        days = [(now - one.ago if one.ago else one.at).date().isoformat() for one in gold[url]]
        assert [post.time[:10] for post in posts] == days


def test_what_is_there_for_browsers_without_scripts_is_read_where_it_is_all() -> None:
    posts = read(thread(f"<noscript>{as_siblings(POSTS)}</noscript>"))
    assert [post.text for post in posts] == [text for _, _, text in POSTS]


def test_what_is_told_to_machines_is_read_where_scripts_draw_the_thread() -> None:
    told = """{"@context": "https://schema.org", "@graph": [{"@type": "QAPage", "mainEntity":
        {"@type": "Question", "name": "Battery", "text": "How <b>long</b> does it last?",
         "author": {"@type": "Person", "name": "anna_k"}, "dateCreated": "2014-06-12T10:10:20Z",
         "suggestedAnswer": [{"@type": "Answer", "text": "Two days &amp; a night.",
            "author": {"name": "Bob"}, "url": "/a/2"}, {"@type": "Answer", "text": 7}]}}]}"""
    scripts = f"<script type=application/ld+json>{told}</script><script>not it</script>"
    posts = read(thread(f"<div id=app></div>{scripts}"))
    assert [(post.author, post.time, post.text, post.link) for post in posts] == [
        ("anna_k", "2014-06-12T10:10:20+00:00", "How long does it last?", ""),
        ("Bob", "", "Two days & a night.", "/a/2"),
    ]
    broken = "<script type=application/ld+json>{'@type': 'Comment', [[[</script>"
    questions = told.replace("author", "nobody").replace("dateCreated", "never")
    faq = f"<script type=application/ld+json>{questions}</script>"
    assert read(thread(broken + faq)) == []


def test_chinese_pages_in_their_old_encoding() -> None:
    body = f"<html><meta charset=gbk><body>{as_old_discuz(POSTS)}</body></html>"
    posts = read_posts(Page.read(body.encode("gbk"), "https://bbs.example/"), FETCHED)
    assert [post.author for post in posts] == [author for author, _, _ in POSTS]
    assert posts[2].text == POSTS[2][2]


def test_no_page_no_posts() -> None:
    assert read(Page.read(b"")) == []
    assert read(Page.read(b"<html></html>")) == []
    assert read(thread("")) == []


PIECES = [
    *(
        "<div class=post>",
        "</div>",
        "<p>",
        "<a href=/user/1>",
        "</a>",
        "<table><tr><td>",
        "</table>",
    ),
    *(
        "2014-06-12 10:10",
        "3小时前",
        "Thanks!",
        "some words that are here once",
        "\x00",
        "<",
        "&lt;",
    ),
    *(
        "<time datetime='2014",
        "<blockquote>",
        "<noscript>",
        "<div class='sig quote'>",
        "<br>",
        "#3",
    ),
]


@settings(max_examples=60)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=60).map("".join))
def test_no_page_breaks_the_reader(body: str) -> None:
    for post in read(Page.read(body.encode(errors="replace"))):
        assert post.text or post.author or post.time


@pytest.mark.parametrize(
    "unit",
    [
        "<div class=post>2014-06-12 10:10 word ",
        "<div class=a><a href=/user/1>x</a> 2014-06-12</div>text ",
        "<blockquote class='quote quote'>1 day ago ",
        "<td><tr><table><p id=p1 title='2014-06-12 10:10:20'>",
        "<p class='" + "quote-" * 50 + "'>a</p>",
        "<noscript>text ",
    ],
)
def test_work_grows_with_the_page(unit: str) -> None:
    small, large = (thread(unit * number) for number in (1_000, 8_000))
    assert effort(lambda: read(large)) < 20 * max(effort(lambda: read(small)), 10)
