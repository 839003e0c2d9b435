"""Scrapy's commands where this project's behave otherwise."""
