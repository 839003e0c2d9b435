"""Sites of the pocket web that speak of phones: news, a blog, two forums."""
