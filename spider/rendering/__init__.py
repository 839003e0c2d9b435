"""Pages that scripts fill, shown to a browser without a network (docs/rendering.md)."""
