"""Where to go next? The Scrapy project."""
