"""How to redo it for masses of stored pages?"""
