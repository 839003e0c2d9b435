"""The search page: home, results with facets, suggestions."""
