"""What browsers show where a page says nothing: their own sheet, as far as it matters here."""

from __future__ import annotations

from pages.styles.sheet import Sheet, read_sheet

_ALWAYS = """
h1 { font-size: 2em } h2 { font-size: 1.5em } h3 { font-size: 1.17em } h4 { font-size: 1em }
h5 { font-size: .83em } h6 { font-size: .67em }
h1, h2, h3, h4, h5, h6, th { font-weight: bold }
b, strong { font-weight: bolder }
i, em, cite, var, dfn, address { font-style: italic }
tt, code, kbd, samp, pre, listing, plaintext, xmp { font-family: monospace }
u, ins { text-decoration: underline }
s, strike, del { text-decoration: line-through }
big { font-size: larger }
small, sub, sup { font-size: smaller }
rt { font-size: 50%; text-decoration: none }
abbr[title], acronym[title] { text-decoration: underline dotted }
a[href] { color: #0000ee; text-decoration: underline }
mark { background-color: yellow; color: black }
button, input, select { font: 13.3333px arial; color: black; background-color: #efefef }
input, select { background-color: white }
optgroup { font-weight: bolder }
dialog { background-color: white; color: black }
"""
_OF_OLD_PAGES = "table { font-size: initial; font-weight: initial; font-style: initial }"

MODERN = read_sheet(_ALWAYS, "")
OLD = read_sheet(_ALWAYS + _OF_OLD_PAGES, "")


def browser_sheet(*, old: bool) -> Sheet:
    """`old` pages, those that do not say to be of today, are shown as decades ago."""
    return OLD if old else MODERN
