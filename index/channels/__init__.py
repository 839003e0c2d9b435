"""Articles and posts in the index: documents, building, searching."""
