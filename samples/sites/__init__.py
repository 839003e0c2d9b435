"""The sites of the pocket web, one module each."""
