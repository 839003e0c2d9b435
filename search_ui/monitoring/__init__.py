"""How is it going? Runs, coverage of sites, errors, the index."""
