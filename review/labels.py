"""An English label for a name, to begin with: people may write a better one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pypinyin import lazy_pinyin

from core.names import clean_name
from review.likeness.name_words import plain_name, without_remarks, words_of

if TYPE_CHECKING:
    from core.topic import Topic


def english_label(name: str, topic: Topic) -> str:
    """The name itself where it is written in Latin letters; else word for word, else by sound.

    >>> from core.topic import shipped_topic
    >>> phones = shipped_topic("phones")
    >>> [english_label(name, phones) for name in ("Call records", "GPU型号", "闹钟")]
    ['Call records', 'GPU model', 'Naozhong']
    """
    if name.isascii():
        return clean_name(name)
    words = words_of(name)
    taken = {attribute.label.casefold() for attribute in topic.attributes}
    if words and all(word.english for word in words):
        english = dict.fromkeys(word.english for word in words)
        label = _capitalized(" ".join(_as_written(word, name) for word in english))
        if label.casefold() not in taken:
            return label
    return _capitalized("".join(lazy_pinyin(plain_name(without_remarks(name)))))


def _as_written(word: str, name: str) -> str:
    """GPU stays in capitals where the name has it so."""
    return word.upper() if word.upper() in name else word


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]
