"""The data behind the pages: JSON, CSV, and the descriptions that programs read."""
