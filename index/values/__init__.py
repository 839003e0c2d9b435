"""Typed values from the text that pages show."""
