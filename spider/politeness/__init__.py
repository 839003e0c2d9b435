"""How often a site may be asked, and what it forbids."""
