"""How does the crawl go? Live on a terminal, plain lines in a pipe, a table at the end."""
