"""The published sites after a redesign: the same addresses and phones, nothing else as it was."""
