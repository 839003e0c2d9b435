"""How fast do pages come when many ask at once?"""
