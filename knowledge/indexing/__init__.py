"""From folders of notes to an index that is up to date."""

from knowledge.indexing.indexer import Indexer
from knowledge.indexing.report import CollectionReport, FileError, Progress, SkippedFile, SyncReport
from knowledge.indexing.watching import watch

__all__ = ["CollectionReport", "FileError", "Indexer", "Progress", "SkippedFile", "SyncReport", "watch"]
