"""The slow path: a page as a tree, built only where somebody asks for it."""
