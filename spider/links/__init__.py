"""Which links are on a page, what is each worth, and which comes next?"""
