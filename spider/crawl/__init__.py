"""One crawl: from the queue in the ledger to the stored page."""
