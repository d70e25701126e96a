"""How an embedded network is opened: on the processor, one thread a call, and nothing reported to anybody."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onnxruntime import InferenceSession, RunOptions


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


def giving_back() -> RunOptions:
    """For a run after which the memory that it took goes back to the system, instead of to the next one."""
    import onnxruntime  # noqa: PLC0415 - as above

    options = onnxruntime.RunOptions()
    options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
    return options
