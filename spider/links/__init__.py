"""Which links stand on a page, what is each worth, and which comes next?"""
