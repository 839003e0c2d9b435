"""What do we know for sure? The ledger and the archive of fetched pages."""
