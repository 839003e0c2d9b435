"""Carries out what was decided, and learns from it: `python -m` this, settings on stdin.

Whatever stops it is kept for the page to tell; what it had begun is resumed the next time.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from core.errors import SpecSeekError
from review.applying import apply_changes
from review.learning import learn_if_due
from review.workshop import ReviewContext
from search_ui.reviewing.background import applying_turn, keep_failure
from search_ui.reviewing.sent_settings import settings_from_json
from store.changes import finish_pending_changes
from store.ledger import existing_ledger

if TYPE_CHECKING:
    from core.settings import Settings


def apply_decisions(topic_name: str, settings: Settings) -> None:
    with applying_turn(settings.data) as is_ours:
        if is_ours:
            try:
                _apply(topic_name, settings)
            except SpecSeekError as error:
                keep_failure(settings.data, str(error))
            except BaseException as error:
                keep_failure(settings.data, f"{type(error).__name__}: {error}")
                raise


def _apply(topic_name: str, settings: Settings) -> None:
    ledger = existing_ledger(settings)
    if ledger is not None:
        with ledger:
            finish_pending_changes(ledger, settings)
            apply_changes(ReviewContext(settings, topic_name, ledger))
            with ledger.transaction() as conn:
                learn_if_due(conn, topic_name, time.time())


if __name__ == "__main__":
    apply_decisions(sys.argv[1], settings_from_json(sys.stdin.buffer.read()))
