"""The store of record: what was found, fetched, read and decided, and what went wrong."""
