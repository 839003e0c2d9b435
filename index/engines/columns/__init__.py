"""Typed columns beside an engine that has none fit for filters, facets and sorting."""
