"""What a decision sets going, measured: killed at any moment, and on thousands of pages."""
