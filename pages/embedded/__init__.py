"""Product data that pages carry for machines: JSON-LD and microdata, in schema.org's words."""
