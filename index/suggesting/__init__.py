"""What may a person who types this go on to type, or have meant?"""
