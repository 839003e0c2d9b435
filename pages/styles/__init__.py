"""How the texts of a page look: sheets, cascade and inheritance, for fonts and backgrounds."""
