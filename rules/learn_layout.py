"""Where `discovery` still looks for samples; they are in `rules.learn`."""

from rules.learn import Sample

__all__ = ["Sample"]
