"""What the spider may contact, and limits on responses."""
