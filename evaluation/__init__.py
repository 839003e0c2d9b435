"""How good and how fast is it, and against whom?"""
