"""For all tests: what a shell that started them in the background took from them is given back."""

from __future__ import annotations

import signal

# Such a shell has Ctrl-C ignored, and so would every process that a test starts and interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
