"""Where to go next? Not built yet."""
