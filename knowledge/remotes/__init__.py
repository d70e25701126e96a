"""Notes on a server: a git remote is cloned and pulled, and the index sees one commit of it at a time, whole."""

from knowledge.remotes.checkout import Checkout, Condition
from knowledge.remotes.keeping import Source, keep_pulled, pull_all, tidy_all
from knowledge.remotes.pulling import look, pull
from knowledge.remotes.remote import Bounds, Remote

__all__ = [
    "Bounds",
    "Checkout",
    "Condition",
    "Remote",
    "Source",
    "keep_pulled",
    "look",
    "pull",
    "pull_all",
    "tidy_all",
]
