"""Which words does a text have? One answer for what is indexed and for what people type."""
