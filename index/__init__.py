"""How is it stored and found? Not built yet."""
