"""What does the page say that no rule knows?"""
