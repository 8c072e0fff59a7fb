"""What every plugin process of the engine does: serve on a free port, say which, end with the engine."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent import futures
from typing import Any

import grpc

from gpuform_sandbox.orphan import when_parent_is_gone

LARGEST_MESSAGE = 400 << 20
THREADS = 32


def _nothing() -> None:
    pass


def serve(add: Callable[[Any], None], at_end: Callable[[], None] = _nothing) -> None:
    """Runs a gRPC server until the engine interrupts it or is gone, then does what is left to do at the end."""
    stop = threading.Event()
    for word in (signal.SIGINT, signal.SIGTERM):
        # the engine interrupts its plugins when it is done: that is no reason for a traceback
        signal.signal(word, lambda *_: stop.set())
    server = grpc.server(
        futures.ThreadPoolExecutor(THREADS), options=[("grpc.max_receive_message_length", LARGEST_MESSAGE)]
    )
    add(server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    print(port, flush=True)  # the engine reads this line and nothing else
    when_parent_is_gone(stop.set)
    stop.wait()
    server.stop(0)
    at_end()
    sys.stdout.flush()
    # a call that is still waiting for somebody must not keep the process
    os._exit(0)
