"""Two to four products beside each other, with what differs."""
