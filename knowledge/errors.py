"""Every error this library raises on purpose.

    KnowledgeError
     ├─ QueryError            the question itself cannot be used (blank, too long, not text)
     ├─ NoteNotFound          a path that is no indexed note, or one that this viewer may not see
     ├─ CollectionNotFound    a collection that is not configured
     ├─ ReadError             one note's bytes cannot be read as text
     │   └─ NoteSkipped       nothing in it to index: empty, or no text at all
     ├─ IndexUnavailable      the index cannot be used now
     │   ├─ IndexUnreachable  its server does not answer, or the connection was lost
     │   ├─ IndexMissing      nothing was indexed yet
     │   ├─ IndexBusy         another process holds the lock
     │   ├─ IndexFull         no space, or no permission to write
     │   ├─ IndexTooNew       written by a newer version of this program
     │   ├─ IndexDamaged      a row of it is empty, missing or contradicts another
     │   └─ ModelMismatch     its vectors come from another embedding model
     ├─ DriverMissing         no driver here can open the index's database
     ├─ ModelError            a model did not do its work
     │   ├─ ModelMissing      the embedded model's files, or a key or package, are not there
     │   ├─ ModelUnreachable  nobody answers at that address, or not in time
     │   ├─ ModelBusy         rate limit or overload, retries used up
     │   ├─ ModelRefused      the request is refused for good (key, name, size)
     │   └─ ModelCut          the stream broke off; `text` holds what had arrived
     ├─ InvalidVector         a zero, non-finite or wrongly sized vector
     ├─ NoteNotWritten        a new note cannot be put into its collection
     ├─ TracesUnavailable     the trace database cannot be read or written now
     ├─ RemoteUnavailable     a git remote's notes cannot be brought here now
     │   ├─ RemoteBusy        another process is bringing them
     │   ├─ RemoteUnreachable nobody answers at its address, or not in time
     │   └─ CloneDamaged      git failed in a way that a fresh clone may mend
     └─ DatasetError          an evaluation set that cannot be read

The message is one sentence for people that names the thing; `hint` is the next step. Neither ever holds note
text, a secret or another exception's text. Both are remarks, so that they can be said in another language too.
"""

from __future__ import annotations

from knowledge.remarks import Remark


class KnowledgeError(Exception):
    """Something went wrong that a person can act on."""

    def __init__(self, message: str = "", *, hint: str = "", **values: object) -> None:
        """`message` and `hint` are templates of the values, where there are any."""
        self.message = _filled(message or (self.__doc__ or "").splitlines()[0], values)
        self.hint = _filled(hint, values)
        super().__init__(self.message)


class QueryError(KnowledgeError):
    """The question cannot be used."""


class NoteNotFound(KnowledgeError):
    """There is no such note."""


class CollectionNotFound(KnowledgeError):
    """There is no such collection."""


class ReadError(KnowledgeError):
    """The note cannot be read as text."""


class NoteSkipped(ReadError):
    """The note holds nothing to index."""


class IndexUnavailable(KnowledgeError):
    """The index cannot be used now."""


class IndexUnreachable(IndexUnavailable):
    """The index's server does not answer."""


class IndexMissing(IndexUnavailable):
    """Nothing has been indexed yet."""


class IndexBusy(IndexUnavailable):
    """Another process holds the index locked."""


class IndexFull(IndexUnavailable):
    """The index cannot be written."""


class IndexTooNew(IndexUnavailable):
    """The index was written by a newer version of Footnote."""


class IndexDamaged(IndexUnavailable):
    """A row of the index is empty, missing or contradicts another."""


class ModelMismatch(IndexUnavailable):
    """The index holds vectors of another embedding model."""


class DriverMissing(KnowledgeError):
    """No driver of this Python can open the index's database."""


class ModelError(KnowledgeError):
    """A model did not do its work."""


class ModelMissing(ModelError):
    """The model is not there."""


class ModelUnreachable(ModelError):
    """The model's server does not answer."""


class ModelBusy(ModelError):
    """The model's server is overloaded."""


class ModelRefused(ModelError):
    """The model's server refuses the request."""


class ModelCut(ModelError):
    """The model's reply broke off."""

    def __init__(self, message: str = "", *, hint: str = "", text: str = "", **values: object) -> None:
        super().__init__(message, hint=hint, **values)
        self.text = text


class InvalidVector(KnowledgeError):
    """A vector cannot be used."""


class TracesUnavailable(KnowledgeError):
    """The trace database cannot be used now."""


class RemoteUnavailable(KnowledgeError):
    """The notes of a git remote cannot be brought here now."""


class RemoteBusy(RemoteUnavailable):
    """Another process is bringing the notes of this remote."""


class RemoteUnreachable(RemoteUnavailable):
    """The remote's server does not answer."""


class CloneDamaged(RemoteUnavailable):
    """The clone of this remote may be damaged."""


class NoteNotWritten(KnowledgeError):
    """The note could not be written."""


class DatasetError(KnowledgeError):
    """The evaluation set cannot be read."""


def _filled(template: str, values: dict[str, object]) -> Remark:
    return template if isinstance(template, Remark) else Remark(template, **values)
