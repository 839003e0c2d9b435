"""Who asks: the user agent that sites see."""

from __future__ import annotations

from importlib.metadata import version

ROBOTS_TOKEN = "SpecSeek"  # noqa: S105 - the name that robots.txt files call us by


def user_agent(contact: str) -> str:
    """The name, the version, and who answers for the crawl (a mail or web address, if told)."""
    name = f"{ROBOTS_TOKEN}/{version('specseek')}"
    if not contact:
        return name
    return f"{name} (+{contact if '://' in contact else f'mailto:{contact}'})"
