"""Is a record of the topic's kind of product? Shops show fridges in the frame of their phones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.names import name_key

if TYPE_CHECKING:
    from rules.model import SiteRules
    from rules.record import Record
    from rules.topic import Topic

# Of a record's names: a site grows a few new ones, another kind of product shares but a few.
KNOWN_SHARE = 0.6


def is_on_topic(record: Record, rules: SiteRules, topic: Topic) -> bool:
    """Most of its names are the topic's, or some labelled page of the site shows them."""
    names = {name_key(pair.name): pair.attribute for pair in record.pairs if pair.name}
    known = sum(
        attribute is not None or key in topic.lexicon or key in rules.known_names
        for key, attribute in names.items()
    )
    return known >= KNOWN_SHARE * len(names)
