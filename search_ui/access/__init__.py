"""Who may change things? One admin, by password or as the proxy in front says."""
