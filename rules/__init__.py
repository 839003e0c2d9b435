"""Which record does a rule read off a page?"""
