"""Files to documents: which files are notes, and what each of them holds."""

from knowledge.reading.git import git_dates
from knowledge.reading.notes import read
from knowledge.reading.plain import plain_text
from knowledge.reading.scan import ScanResult, Skipped, SourceFile, look, scan
from knowledge.reading.settling import time_to_remember

__all__ = [
    "ScanResult",
    "Skipped",
    "SourceFile",
    "git_dates",
    "look",
    "plain_text",
    "read",
    "scan",
    "time_to_remember",
]
