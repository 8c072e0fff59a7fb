"""What every plugin process of the engine does: serve on a free port, say which, end with the engine."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent import futures
from typing import Any

import grpc

LARGEST_MESSAGE = 400 << 20
THREADS = 32
LOOK_EVERY = 0.5


def serve(add: Callable[[Any], None]) -> None:
    """Runs a gRPC server until the engine interrupts it or is gone."""
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
    threading.Thread(target=_end_with_engine, args=(os.getppid(), stop), daemon=True).start()
    stop.wait()
    server.stop(0)
    sys.stdout.flush()


def _end_with_engine(engine: int, stop: threading.Event) -> None:
    """An engine that was killed can't interrupt anybody: its plugins must not stay behind."""
    while os.getppid() == engine:
        time.sleep(LOOK_EVERY)
    stop.set()
