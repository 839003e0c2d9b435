"""The front door: command line and settings."""
