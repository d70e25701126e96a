"""Which notes repeat each other, what kind of repetition it is, and what differs."""

from knowledge.duplicates.audit import Auditor
from knowledge.duplicates.comparing import Comparison, Side
from knowledge.duplicates.drift import differences
from knowledge.duplicates.values import Audit, AuditOptions, Change, Cluster, Drift, Family, Freshness, Kind, Member

__all__ = [
    "Audit",
    "AuditOptions",
    "Auditor",
    "Change",
    "Cluster",
    "Comparison",
    "Drift",
    "Family",
    "Freshness",
    "Kind",
    "Member",
    "Side",
    "differences",
]
