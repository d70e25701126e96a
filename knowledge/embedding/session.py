"""How an embedded network is opened: on the processor, one thread a call, and nothing reported to anybody."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


def open_session(path: Path) -> InferenceSession:
    """Load an ONNX network; its calls are thread-safe and each runs in the thread that makes it."""
    # Read while onnxruntime is imported; without it the library writes a device id and sends usage to its makers.
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    import onnxruntime  # noqa: PLC0415 - a second of start-up that a search by words does not need

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3  # errors
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
