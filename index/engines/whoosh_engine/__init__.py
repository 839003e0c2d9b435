"""Whoosh behind the engines' door: needs nothing but Python, the default."""

from index.engines.whoosh_engine.engine import WhooshEngine

__all__ = ["WhooshEngine"]
