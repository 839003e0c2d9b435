"""What does a person see? Not built yet."""
