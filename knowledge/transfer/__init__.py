"""An index as lines of text, and from one database into another."""

from knowledge.transfer.lines import export_lines
from knowledge.transfer.migrating import Migrated, migrate

__all__ = ["Migrated", "export_lines", "migrate"]
