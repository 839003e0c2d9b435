"""Real servers for tests and trials, each a throwaway process on this machine."""
