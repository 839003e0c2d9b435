"""Scrapy commands that behave differently in this project."""
