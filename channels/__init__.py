"""What do articles and threads say? Not built yet."""
