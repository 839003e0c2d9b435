"""Fetched pages kept as WARC files: written while crawling, read again at any time."""
