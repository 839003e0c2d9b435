"""How often a site may be requested, and what it forbids."""
