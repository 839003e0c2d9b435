"""Which links lead to the pages of users? Told by words of their addresses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_LONGEST_ADDRESS = 500
_USER_LINK = re.compile(
    r"(?:^|[/?&;._=-])(?:members?|membre|mitglied\w*|users?|u|profil\w*|people|authors?|uid|"
    r"showuser|space|viewprofile|personal_pages|account|nutzer|benutzer|person)(?=[/?&=;._-]+\w|\d)|/@\w",
    re.IGNORECASE,
)
_NO_USER_LINK = re.compile(
    r"log-?in|regist|sign-?_?up|posting|reply|quote|report|javascript|search|privmsg|ucp|"
    r"sendmessage|action=pm|newpm",
    re.IGNORECASE,
)


def is_user_link(element: Element) -> bool:
    return element.tag == "a" and is_user_address(element.get("href", ""))


def is_user_address(address: str) -> bool:
    """By words of paths and parameters.

    >>> is_user_address("/members/anna.123/"), is_user_address("member.php?u=7")
    (True, True)
    >>> is_user_address("/members/"), is_user_address("/user/login"), is_user_address("/forum/u/")
    (False, False, False)
    """
    address = address[:_LONGEST_ADDRESS]
    return bool(_USER_LINK.search(address) and not _NO_USER_LINK.search(address))
