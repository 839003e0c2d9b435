"""Renders pages that need scripts, in a browser without a network (docs/rendering.md)."""
