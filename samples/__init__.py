"""Something to run on out of the box: the pocket web and labelled sample pages."""
