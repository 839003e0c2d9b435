"""What do people decide, and what follows from it?"""
