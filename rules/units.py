"""Where `discovery` still looks for the longest name; it is `pages.rows` that knows it."""

from pages.rows import LONGEST_NAME

__all__ = ["LONGEST_NAME"]
