"""Product pages: everything that is known of one product, and who says it."""
