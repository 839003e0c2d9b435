"""What does a person see? The web pages: search, product, compare, label, review, monitor."""
