"""A generated web of any size, to measure how well focused crawlers harvest."""
