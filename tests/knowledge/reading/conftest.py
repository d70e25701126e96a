from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from knowledge.collections import Collection
from knowledge.reading import ScanResult, read, scan
from knowledge.types import Document


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "notes"
    root.mkdir()
    return root


@pytest.fixture
def write(folder: Path) -> Callable[..., Path]:
    def write(path: str, content: str | bytes = "Some words.\n") -> Path:
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    return write


@pytest.fixture
def scanned(folder: Path) -> Callable[..., ScanResult]:
    def scanned(*include: str, exclude: tuple[str, ...] = ()) -> ScanResult:
        return scan(Collection(name="handbook", root=folder, include=include or ("**/*.md",), exclude=exclude))

    return scanned


@pytest.fixture
def note(write: Callable[..., Path], scanned: Callable[..., ScanResult]) -> Callable[..., Document]:
    """Write one note and read it."""

    def note(content: str | bytes, path: str = "note.md") -> Document:
        write(path, content)
        source = next(file for file in scanned("**/*").files if file.ref.path == path)
        return read(source)

    return note
