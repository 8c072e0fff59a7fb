"""A process that was started by another must not outlive it: a killed engine can't tell anybody to stop."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable

LOOK_EVERY = 0.5
"""Seconds."""


def when_parent_is_gone(act: Callable[[], None]) -> None:
    """Calls `act`, in a thread of its own, once the process that started this one has ended."""
    threading.Thread(target=_watch, args=(os.getppid(), act), daemon=True).start()


def _watch(parent: int, act: Callable[[], None]) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_EVERY)
    act()
