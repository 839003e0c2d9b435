"""What an element's tag, class, id and role tell about its text: a set of bits.

Weak evidence, but for comments and footers: who writes a page calls these by their names.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lxml.etree import _Element as Element

NAVIGATION = 1 << 0
SIDEBAR = 1 << 1
FOOTER = 1 << 2
COMMENTS = 1 << 3
SHARING = 1 << 4
RELATED = 1 << 5
PROMOTION = 1 << 6
BYLINE = 1 << 7
AUTHOR = 1 << 8
FORM = 1 << 9
HIDDEN = 1 << 10
BODY = 1 << 11
CONTENT = 1 << 12
HEADER = 1 << 13
MARKED = 1 << 14  # may name the author or the time of an article
FOLDED = 1 << 15  # a click shows it
SIGN_UP = 1 << 16  # to a newsletter
FURNITURE = (
    *(NAVIGATION, SIDEBAR, FOOTER, COMMENTS, SHARING, RELATED, PROMOTION, BYLINE, AUTHOR, FORM),
    HIDDEN,
)
ANY_FURNITURE = sum(FURNITURE)

# Where a word stands twice, the first line counts. Chinese sites use pinyin.
_WORDS = {
    NAVIGATION: (
        "nav navi navbar navigation menu menus breadcrumb breadcrumbs crumb crumbs pagination "
        "pager paging daohang toolbar topbar skip sitemap submenu dropdown tabs pagenav prevnext "
        "postnav navlinks mianbaoxie toc tableofcontents topicpath pankuzu gnb lnb ariane"
    ),
    SIDEBAR: "sidebar sidebars side aside rail rightcol leftcol rightside widget widgets",
    FOOTER: "footer foot copyright copyrights bottombar colophon dibu banquan legal",
    COMMENTS: (
        "comment comments commentlist respond reply replies disqus pinglun commenting liuyan "
        "talkback commentform cmt kommentar kommentare kommentarer commentaires comentarios"
    ),
    SHARING: (
        "share sharing social socials sns addthis sharethis bdshare fenxiang bshare jiathis follow "
        "sharebar sharedaddy qrcode weixin teilen partage partager compartir"
    ),
    RELATED: (
        "related relate relation relative recommend recommended recommendation recommendations "
        "xiangguan tuijian morenews more mostread popular trending hot hotnews rank ranking "
        "relnews readmore outbrain taboola suggested similar upnext latest xgxw kanren verwandt "
        "verwandte lireaussi relacionadas relacionados jingcai"
    ),
    PROMOTION: (
        "ad ads adv advert advertisement advertising adsense adbox guanggao gg promo promotion "
        "sponsor sponsored banner cta donate donation popup modal overlay cookie cookies "
        "consent gdpr paywall affiliate anzeige werbung publicite publicidad reklama disclaimer "
        "disclosure"
    ),
    BYLINE: (
        "meta byline date time pubdate dateline postmeta entrymeta info infos source timestamp "
        "tags tag tagcloud taglist keywords category categories laiyuan posted articleinfo datum "
        "fecha lesezeit readtime readingtime"
    ),
    AUTHOR: (
        "author authors bio authorbox authorbio aboutauthor zuozhe vcard biography autor autorin "
        "autoren auteur reporter"
    ),
    FORM: "form login signin register search searchbox searchform vote poll rating toupiao",
    HIDDEN: "sronly visuallyhidden screenreader",
    BODY: (
        "articlebody articlecontent articletext postcontent postbody entrycontent storybody "
        "storycontent contentbody maincontent bodytext textbody contenttext articlecon artibody "
        "newstext newscontent newscon endtext blogcontent blogpost richtext editor trs zoom "
        "wysiwyg markdown prose zhengwen neirong posttext mainbody singlecontent newsbody "
        "artikeltext"
    ),
    CONTENT: (
        "content article entry post story text body main detail details news blog copy con "
        "wenzhang xinwen single page artikel texte articulo noticia statya"
    ),
    PROMOTION | SIGN_UP: "newsletter subscribe subscription signup optin mailchimp",
    FOLDED: (
        "accordion accordions collapse collapsed collapsible expandable expander faq faqs answer "
        "foldable spoiler tabcontent tabpane tabpanel togglecontent unfold zhankai"
    ),
    HEADER: "header head masthead hero title headline headings biaoti",
}
_MEANINGS = {word: bit for bit, words in reversed(_WORDS.items()) for word in words.split()}
_TAGS = {
    "nav": NAVIGATION, "menu": NAVIGATION, "aside": SIDEBAR, "footer": FOOTER, "form": FORM,
    "button": FORM, "dialog": PROMOTION, "address": BYLINE, "header": HEADER, "main": CONTENT,
    "article": CONTENT,
}  # fmt: skip
_ROLES = {
    "navigation": NAVIGATION, "menu": NAVIGATION, "complementary": SIDEBAR, "contentinfo": FOOTER,
    "banner": HEADER, "search": FORM, "dialog": PROMOTION, "main": CONTENT, "article": CONTENT,
}  # fmt: skip
_PROPERTIES = {
    "articlebody": BODY, "datepublished": MARKED, "datecreated": MARKED, "author": MARKED,
}  # fmt: skip
_MARKS = re.compile(
    "auth?or(?!i[tz])|auteur|byline|publish|pubdate|pubtime|entry-date|post-date|dateline"
)
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_WHOLE = re.compile(r"\S+__(?=[a-zA-Z])")
_LONGEST_NAME = 200
_LONGEST_ID = 24
_MOST_WORDS = 12
NOT_SHOWN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


def meanings_of(tag: str, attributes: Iterable[tuple[str, str]]) -> int:
    """All that the element is said to be.

    >>> meanings_of("div", [("class", "post-content")]) & BODY == BODY
    True
    >>> meanings_of("div", [("class", "faq-answer"), ("style", "display: none")]) & HIDDEN
    0
    """
    bits = _TAGS.get(tag, 0)
    for name, value in attributes:
        if name == "class":
            bits |= _meanings_of_name(value)
        elif name == "id":
            bits |= _meanings_of_id(value)
        elif name in _OTHERS:
            bits |= _OTHERS[name](value)
    return bits & ~HIDDEN if bits & FOLDED else bits


def is_marked(element: Element) -> bool:
    """May an inline element name the author or the time of an article?"""
    name = element.get("class")
    if name and _meanings_of_name(name) & MARKED:
        return True
    return element.tag == "time" or element.get("rel") == "author" or bool(element.get("itemprop"))


_OTHERS: dict[str, Callable[[str], int]] = {
    "role": lambda role: _ROLES.get(role, 0),
    "itemprop": lambda name: _PROPERTIES.get(name.lower(), 0),
    "rel": lambda rel: MARKED if rel == "author" else 0,
    "style": lambda style: HIDDEN if NOT_SHOWN.search(style) else 0,
    "hidden": lambda value: 0 if value == "until-found" else HIDDEN,
}


def _meanings_of_id(name: str) -> int:
    """A long id is made of a heading's words."""
    return _meanings_of_name(name) if len(name) <= _LONGEST_ID else 0


@lru_cache(maxsize=20_000)
def _meanings_of_name(name: str) -> int:
    """Of the words of a class or id, alone and in twos ("postContent", "post-content")."""
    name = name[:_LONGEST_NAME]
    words = [word.lower() for word in _WORD.findall(name)[:_MOST_WORDS]]
    lower = name.lower()
    bits = MARKED if _MARKS.search(lower) else 0
    # "article__header" is a header, as such names are made: the part before is the name of a whole.
    ends = words
    if "__" in name:
        ends = [word.lower() for word in _WORD.findall(_WHOLE.sub("", name))[:_MOST_WORDS]]
    for word in ends:
        bits |= _MEANINGS.get(word, 0) or _meanings_of_compound(word)
    for first, second in pairwise(words):
        bits |= _MEANINGS.get(first + second, 0)
    return bits


# Behind a word that says what a block is.
_PARTS = frozenset(
    "area articles bar block body box btn button buttons column container content feed form group "
    "header heading headline icons inner item items layer line link links list module news outer "
    "panel posts row section stories text title unit widget wrap wrapper zone".split()
)
_SHORTEST_WORD = 4


def _meanings_of_compound(word: str) -> int:
    """Of "relatedposts" or "commentsarea", written without a mark between their words."""
    for end in range(len(word) - 3, _SHORTEST_WORD - 1, -1):
        if word[end:] in _PARTS and word[:end] in _MEANINGS:
            return _MEANINGS[word[:end]]
    return 0
