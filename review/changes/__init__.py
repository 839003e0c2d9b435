"""What follows from a decision: files, pages read again, records, all or nothing."""
