"""How well does the spider crawl: what it finds first, what it costs, what it survives?"""
