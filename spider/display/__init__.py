"""Progress of a crawl: live on a terminal, plain lines in a pipe, a table at the end."""
