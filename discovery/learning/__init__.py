"""What decisions teach about judging candidates."""
