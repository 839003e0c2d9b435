"""What the spider may contact, and how much of an answer it takes."""
