"""How is it found? Values, products, queries, engines."""
