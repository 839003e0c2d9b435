"""The monitor sites of the pocket web, one module each."""
