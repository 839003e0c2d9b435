"""Files that follow the ledger: what a decision changed, written however the process ends."""
