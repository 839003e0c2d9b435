"""Those we are measured against: parsers that only build a tree, and other extractors."""
