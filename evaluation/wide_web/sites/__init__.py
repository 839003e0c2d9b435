"""The five sites of the wide web."""
