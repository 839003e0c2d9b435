"""How is it stored and found?"""
