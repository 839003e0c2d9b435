"""What does everyone share? Settings, errors, files and locks, typed YAML, the topic and names."""
