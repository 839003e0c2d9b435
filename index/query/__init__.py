"""From what people type to what is searched for."""
