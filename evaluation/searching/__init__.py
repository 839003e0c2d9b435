"""How fast is the search, against whom? On made-up phones, as many as one likes."""
