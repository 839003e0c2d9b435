"""`python -m specseek` is the same as `specseek`."""

from specseek.cli import main

if __name__ == "__main__":
    main()
