"""What did the person choose? Defaults, `specseek.toml`, `SPECSEEK_*` variables."""
