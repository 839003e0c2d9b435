"""The labelling page: from a stored, fetched or uploaded page to a rule that works."""
