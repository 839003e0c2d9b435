"""The text of an article, whatever stands around it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from channels.article import SiteTexts, read_article
from pages.page import Page
from tests.channels.made_article import (
    COMMENTS,
    FOOTER,
    MENU,
    PARAGRAPHS,
    RELATED,
    page_of,
    paragraphs,
)

ARTICLE = "\n".join(PARAGRAPHS)
CHINESE = [
    "记者昨天在北京见到了这款手机，它的屏幕比去年的大了一圈，拿在手里却轻了不少。",
    "工程师说，电池的材料是新的，充一次电可以用两天，冬天也不会忽然关机。",
    "不过，扬声器的声音有些单薄，听音乐的时候，最好还是戴上耳机。",
    "如果你去年刚买了新手机，那么今年不必着急：两代产品的速度差不多。",
]


def text_of(body: str) -> str:
    return read_article(page_of(body)).text


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(f"{MENU}<div>{{}}</div>{RELATED}{COMMENTS}{FOOTER}", id="plain"),
        pytest.param(
            f"<main><article>{{}}{COMMENTS}</article></main>{FOOTER}", id="comments inside"
        ),
        pytest.param(f"<div class=post-content>{{}}{RELATED}</div>", id="related inside"),
        pytest.param(
            f"<table><tr><td width=150>{MENU}</td><td>{{}}</td></tr></table>{FOOTER}",
            id="layout table",
        ),
        pytest.param(f"<form action=/page.aspx>{MENU}<div>{{}}</div></form>", id="in a form"),
    ],
)
def test_the_article_and_nothing_around_it(body: str) -> None:
    assert text_of(body.format(paragraphs())) == ARTICLE


def test_lines_that_br_ends() -> None:
    assert text_of(f"{MENU}<div>{'<br><br>'.join(PARAGRAPHS)}</div>{FOOTER}") == ARTICLE


def test_a_read_more_wrapper_does_not_split_the_article() -> None:
    start = "".join(f"<p>{text}</p>" for text in PARAGRAPHS[:2])
    rest = "".join(f"<p>{text}</p>" for text in PARAGRAPHS[2:])
    body = f"{MENU}<article>{start}<div class=fold><div>{rest}</div></div></article>{FOOTER}"
    assert text_of(body) == ARTICLE


def test_one_paragraph() -> None:
    text = " ".join(PARAGRAPHS)
    assert text_of(f"{MENU}<div><div><p>{text}</p></div></div>{FOOTER}") == text


def test_headings_lists_quotes_code_and_tables_of_the_body_stay() -> None:
    body = (
        f"<p>{PARAGRAPHS[0]}</p><h2>What we liked</h2><ul><li>The battery, which lasts</li>"
        f"<li>The camera</li></ul><p>{PARAGRAPHS[1]}</p><blockquote>“It simply works,” said one."
        f"</blockquote><pre>adb devices</pre><p>{PARAGRAPHS[2]}</p>"
        "<table><tr><th>Weight<td>174 g</tr><tr><th>Screen<td>6.1 in</tr></table>"
        f"<p>{PARAGRAPHS[3]}</p>"
    )
    lines = text_of(f"{MENU}<article>{body}</article>{FOOTER}").splitlines()
    assert lines == [
        PARAGRAPHS[0],
        "What we liked",
        "The battery, which lasts",
        "The camera",
        PARAGRAPHS[1],
        "“It simply works,” said one.",
        "adb devices",
        PARAGRAPHS[2],
        "Weight\t174 g",
        "Screen\t6.1 in",
        PARAGRAPHS[3],
    ]


def test_a_copy_of_the_article_is_left_out() -> None:
    body = f"<div>{paragraphs()}</div><div class=print>{paragraphs()}</div>"
    assert text_of(body) == ARTICLE


def test_entries_may_say_the_same_without_being_copies() -> None:
    again = "The doors open at nine, and tickets are sold at the entrance, as in all years before."
    entries = "".join(f"<li><h2>{text[:20]}</h2><p>{text}</p><p>{again}</p>" for text in PARAGRAPHS)
    text = text_of(f"{MENU}<ul class=events>{entries}</ul>{FOOTER}")
    assert text.count(again) == len(PARAGRAPHS)


def test_answers_that_a_click_shows_are_part_of_the_article() -> None:
    answer = "Two days, if you do not film all the time, and a little less when it is cold."
    folded = (
        f"<h3>How long does it last?</h3><div class=faq-answer style=display:none>{answer}</div>"
    )
    assert answer in text_of(f"<article>{paragraphs()}{folded}</article>{FOOTER}")


@pytest.mark.parametrize(
    "inside",
    [
        "<div><a href=/x><span>READ MORE</span><p>How a village bought its pub</p></a></div>",
        "<p>Also read: <a href=/x>Ten days in the mountains of Altenfurt</a></p>",
        "<p>This page may contain affiliate links.</p>",
        "<div class=newsletter-box><p>Our letter comes once a week, and it is free.</p></div>",
    ],
)
def test_what_a_site_puts_between_paragraphs(inside: str) -> None:
    text = [f"<p>{line}</p>" for line in PARAGRAPHS]
    assert text_of(f"<div>{''.join(text[:2])}{inside}{''.join(text[2:])}</div>") == ARTICLE


def test_related_stories_may_have_headings_that_are_links() -> None:
    stories = "".join(
        f"<h2><a href=/{number}>Another phone, number {number}</a></h2>"
        "<p>We put it on the table, looked at it for a while, and then wrote this down.</p>"
        for number in range(3)
    )
    assert text_of(f"<main>{paragraphs()}<div><h2>More posts</h2>{stories}</div></main>") == ARTICLE


def test_code_keeps_its_lines() -> None:
    code = "for phone in phones:\n    print(phone.name)"
    assert code in text_of(f"<article>{paragraphs()}<pre><code>{code}\n</code></pre></article>")


def test_what_is_not_shown_is_left_out() -> None:
    hidden = "<textarea><p>Any, text.</p></textarea><noscript>Please, turn it on.</noscript>"
    hidden += "<template><p>Any, text.</p></template><div style='display: none'>Any, text.</div>"
    assert text_of(f"<div>{paragraphs()}{hidden}</div>") == ARTICLE


@pytest.mark.parametrize("encoding", ["utf-8", "gbk", "big5"])
def test_chinese_in_its_encodings(encoding: str) -> None:
    texts = CHINESE
    if encoding == "big5":
        texts = ["記者昨天在台北見到了這款手機，它的螢幕比去年的大了一圈，拿在手裡卻輕了不少。"] + [
            f"第{number}天，工程師說，電池的材料是新的，充一次電可以用兩天。"
            for number in "一二三四"
        ]
    body = "".join(f"<p>　　{text}</p>" for text in texts)
    markup = (
        f"<html><meta charset={encoding}><div>首页 <a href=/>新闻</a> <a href=/b>手机</a></div>"
        if encoding != "big5"
        else "<html><meta charset=big5><div><a href=/>新聞</a></div>"
    )
    page = Page.read(f"{markup}<div>{body}</div>".encode(encoding))
    assert read_article(page).text == "\n".join(texts)


@pytest.mark.parametrize(
    "texts",
    [
        [
            "Новый телефон работает два дня без подзарядки, а камера стала заметно лучше.",
            "Мы носили его с собой целую неделю, и в дождь, и в жару, и остались довольны.",
            "Экран яркий, даже в полдень; динамики, впрочем, звучат довольно слабо.",
        ],
        [
            "새 전화기는 배터리가 이틀 동안 지속되며, 카메라는 작년보다 훨씬 좋아졌다.",
            "우리는 일주일 동안 비가 오나 해가 나나 들고 다녔는데, 충전기를 찾은 적이 없다.",
            "화면은 한낮에도 밝다. 다만 스피커 소리는 조금 얇은 편이다.",
        ],
    ],
    ids=["Russian", "Korean"],
)
def test_languages_of_which_no_word_is_known(texts: list[str]) -> None:
    body = "".join(f"<p>{text}</p>" for text in texts)
    assert text_of(f"{MENU}<div>{body}</div>{FOOTER}") == "\n".join(texts)


def test_what_other_pages_of_the_site_show_is_no_part_of_the_article() -> None:
    notice = "Our authors buy what they write about, and pay for it themselves, always."
    pages = [
        page_of(f"<div><p>{notice}</p><p>{text}</p><p>{text[::-1]}, and so on.</p></div>")
        for text in PARAGRAPHS
    ]
    assert notice in read_article(pages[0]).text
    site = SiteTexts()
    for page in pages:
        site.look_at(page)
    assert site.template() == {notice}
    assert notice not in read_article(pages[0], template=site.template()).text


def test_an_article_under_three_addresses_is_not_its_own_template() -> None:
    site = SiteTexts()
    page = page_of(f"<div>{paragraphs()}</div>")
    for _ in range(3):
        site.look_at(page)
    assert read_article(page, template=site.template()).text == ARTICLE


# Odd pages.


def test_a_page_without_text() -> None:
    article = read_article(Page.read(b""))
    assert (article.title, article.date, article.author, article.text) == ("", "", "", "")


def test_deep_pages_are_read() -> None:
    assert text_of("<div>" * 5_000 + paragraphs()) == ARTICLE


def test_large_pages_are_read() -> None:
    many = "".join(f"<p>This is sentence {number}, one of many.</p>" for number in range(20_000))
    assert text_of(f"<div>{many}</div>").count("\n") > 19_000


def test_pages_made_to_be_slow_are_read() -> None:
    """Headings and titles by the thousand, authors around authors, a told body of a megabyte."""
    node = '{"@type": "Article", "headline": "One of many titles", "articleBody": "%s"}' % (
        "a, b. " * 20_000
    )
    head = f'<script type="application/ld+json">[{",".join([node] * 5)}]</script>'
    body = "<div class=author>" * 300 + "<h1>Another of many titles</h1>" * 3_000
    body += "<p>a, b.</p>" * 20_000
    assert read_article(page_of(body, head)).title == "Another of many titles"


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_read(body: bytes) -> None:
    read_article(Page.read(body))


@settings(deadline=None)
@given(st.text(alphabet="<>/adivptrbh1 =，。.a\n", max_size=300))
def test_any_markup_is_read(markup: str) -> None:
    text = text_of(markup)
    assert not set("".join(text.split())) - set(markup)
