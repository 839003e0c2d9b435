"""Collecting articles and threads from the sources that a person names."""
