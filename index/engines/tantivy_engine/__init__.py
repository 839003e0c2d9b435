"""Tantivy behind the engines' door, for large indexes: the extra `fast`."""

from index.engines.tantivy_engine.engine import TantivyEngine

__all__ = ["TantivyEngine"]
