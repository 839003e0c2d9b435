"""What speaks for a text being the name of an attribute: one module for each evidence.

Each has the feature of a text that it compares, and `likelihood`: the published P(H|E), how
likely a text is a name given that feature and the features of the names that are known.
"""
