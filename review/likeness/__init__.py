"""How alike are names, and how alike are values?"""
