"""Is a page written in the encoding it is said to be written in?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pages.encoding import to_text

if TYPE_CHECKING:
    from pages.page import Page

_REPLACEMENT = "\ufffd"
# A stray byte or a cut-off letter does no harm; more of them mean another encoding.
_FEW = 4
_SMALL_SHARE = 0.05


def is_garbled(page: Page) -> bool:
    """Much of what is not plain ASCII on it makes no letters in its encoding."""
    text = to_text(page.body, page.encoding)
    lost = text.count(_REPLACEMENT)
    if lost <= _FEW:
        return False
    beyond_ascii = sum(letter > "\x7f" for letter in text)
    return lost > _SMALL_SHARE * beyond_ascii
