"""How well are attributes found that no rule knows?"""
