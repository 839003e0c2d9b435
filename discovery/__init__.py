"""What does the page say that no rule knows? Not built yet."""
