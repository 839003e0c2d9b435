from __future__ import annotations

import pytest

from pages.dom.doctype import is_old
from pages.page import Page

OF_TODAY = (
    "<!DOCTYPE html>",
    "\n<!-- a --> <?xml version='1.0'?><!doctype HTML>",
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/x.dtd">',
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/x.dtd">',
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">',
    '<!DOCTYPE html SYSTEM "about:legacy-compat">',
)
OLD = (
    "",
    "<html><table>",
    "<p><!DOCTYPE html>",
    "<!DOCTYPE>",
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/x.dtd">',
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">',
    '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML//EN">',
    "<!---->" * 1_000,
)


@pytest.mark.parametrize("source", OF_TODAY)
def test_pages_of_today_say_so(source: str) -> None:
    assert not is_old(Page.read(source.encode()))


@pytest.mark.parametrize("source", OLD, ids=range(len(OLD)))
def test_all_others_are_old(source: str) -> None:
    assert is_old(Page.read(source.encode()))
