"""A made-up news page, in parts that tests put together."""

from __future__ import annotations

from pages.page import Page

PARAGRAPHS = [
    "The new phone has a battery that lasts for two days, and the camera is better than before.",
    "We carried it through the city for a week, in rain and sun, and never had to look for a plug.",
    "Its screen is bright, even at noon; the speakers, on the other hand, are thin and shrill.",
    "Who owns last year's model need not hurry: the two look alike, and most programs run as fast.",
    "For everybody else it is, as of today, the phone that we would buy with our own money.",
]
MENU = "<nav><ul>" + "<li><a href=/x>News of the day</a></li>" * 6 + "</ul></nav>"
RELATED = (
    "<div class=related><h3>Related stories</h3><ul>"
    + "".join(
        f"<li><a href=/{number}>Another phone, number {number}</a></li>" for number in range(6)
    )
    + "</ul></div>"
)
COMMENTS = (
    "<div id=comments><h3>2 comments</h3>"
    "<p>I have had one for a week now, and I must say that the speakers are fine, really.</p>"
    "<p>Mine broke on the second day, and nobody answers my letters, so do not buy it.</p></div>"
)
FOOTER = "<footer><p>© 2024 The Daily Phone. All rights reserved.</p></footer>"


def paragraphs() -> str:
    return "".join(f"<p>{text}</p>" for text in PARAGRAPHS)


def page_of(body: str, head: str = "", url: str = "https://news.example/1.html") -> Page:
    return Page.read(f"<html><head>{head}</head><body>{body}</body></html>".encode(), url)
