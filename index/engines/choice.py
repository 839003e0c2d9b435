"""Which engine? By its name in the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.engines.checks import EngineError

if TYPE_CHECKING:
    from index.engines.engine import Engine

# Engines are imported when they are asked for: one of them is an extra, none is small.


def engine_named(name: str) -> Engine:
    if name == "whoosh":
        return _whoosh()
    if name == "tantivy":
        return _tantivy()
    raise EngineError(f"there is no engine {name!r}: choose whoosh or tantivy")


def _whoosh() -> Engine:
    from index.engines.whoosh_engine import WhooshEngine  # noqa: PLC0415 - see above

    return WhooshEngine()


def _tantivy() -> Engine:
    try:
        from index.engines.tantivy_engine import TantivyEngine  # noqa: PLC0415 - see above
    except ModuleNotFoundError as missing:
        if missing.name != "tantivy":
            raise
        raise EngineError(
            "the engine tantivy is not installed: pip install 'specseek[fast]', or choose whoosh"
        ) from missing
    return TantivyEngine()
