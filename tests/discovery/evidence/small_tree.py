"""A few lines of markup as the evidences see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pages.dom.tree import Tree
from pages.page import Page
from pages.styles.looks import Looks

if TYPE_CHECKING:
    from pages.dom.leaf import Leaf


class SmallTree:
    def __init__(self, body: str) -> None:
        self.tree = Tree(Page.read(f"<body>{body}".encode(), "http://a.example/"))
        self.looks = Looks(self.tree)

    def leaf(self, text: str) -> Leaf:
        [leaf] = [leaf for leaf in self.tree.leaves if leaf.text == text]
        return leaf
