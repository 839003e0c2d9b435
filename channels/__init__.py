"""What do articles and threads say? Read without rules."""
