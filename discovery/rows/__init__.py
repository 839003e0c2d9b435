"""Where does a page set names beside values? One module for each way of doing so."""
