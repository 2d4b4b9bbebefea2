"""How a process makes sure not to outlive the one that started it."""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1
# Loaded here and not in the function: between fork and exec there is no loading of libraries.
_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def die_with_parent(parent: int, how: signal.Signals = signal.SIGTERM) -> None:
    """Have the kernel send `how` to this process when `parent` ends, however it ends. Linux only; elsewhere nothing."""
    if _LIBC is None:
        return
    _LIBC.prctl(_PR_SET_PDEATHSIG, int(how), 0, 0, 0)
    if os.getppid() != parent:
        # It ended before the kernel was told.
        os.kill(os.getpid(), how)
