"""Searching in an open index: from a query to a page of results."""
