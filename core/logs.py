"""Logs as JSON, an object a line, for programs that collect the logs of several machines."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime


class JsonLines(logging.Formatter):
    """Each record in one line: time, level, logger, message, and the traceback of an error."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        # Lone surrogates and line breaks become escapes: a record never takes a second line.
        return json.dumps(told)


def log_as_json(logger: logging.Logger) -> None:
    """Let all handlers of a logger write JSON."""
    for handler in logger.handlers:
        handler.setFormatter(JsonLines())
