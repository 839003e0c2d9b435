"""The words of `labels.yaml`: how filters, sort orders, notes and dates are told to a visitor.

docs/locales.md documents the keys.
"""

from __future__ import annotations

from core.locale_values import PackModel, Word


class SortWords(PackModel):
    """What is said of a sort order."""

    relevance: Word
    lowest: Word
    highest: Word
    oldest: Word
    newest: Word
    smallest: Word
    largest: Word


class NoteWords(PackModel):
    """What is said above the results, with `{currency}`, `{home}` and `{text}` filled in."""

    currency: Word
    no_currency: Word
    everything: Word


class DatePatterns(PackModel):
    """How dates are written: `{y}`, `{m}` and `{d}` are numbers, `{n}` is that of a part."""

    day: Word = "{y}-{m:02}-{d:02}"
    month: Word = "{y}-{m:02}"
    quarter: Word = "{y} Q{n}"
    half: Word = "{y} H{n}"
    season: Word = "{y} {season}"


class LabelPack(PackModel):
    """The content of `labels.yaml`."""

    any: Word
    none: Word
    either: Word
    quoted: Word
    without: Word
    percent: Word = "{n}%"
    million: str = ""
    billion: str = ""
    sorts: SortWords
    notes: NoteWords
    dates: DatePatterns = DatePatterns()
