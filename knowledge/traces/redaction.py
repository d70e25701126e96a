"""Secrets that people paste into questions and notes, masked before anything is written."""

from __future__ import annotations

import re
from collections.abc import Sequence

MASK = "[masked]"
SHORTEST_SECRET = 6  # masking a shorter one would tear ordinary words

_NAMES = "password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|signature"
# Each finds a whole secret; what is in group `keep` stays, so that a reader sees what was there.
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|\Z)",
        # An address with a user and a password, or with a token alone, before its host.
        r"(?P<keep>\b[a-z][a-z0-9+.-]{0,20}://)[^\s/@]{1,500}(?=@)",
        # Slack: tokens of every kind, and incoming webhooks, which are secrets themselves.
        r"(?<![A-Za-z0-9])(?:xox[a-z]|xapp|xoxe\.xox[a-z])-[A-Za-z0-9-]{6,}",
        r"(?P<keep>hooks\.slack\.com/)[A-Za-z0-9/_-]{6,}",
        # Keys of models, code hosts and clouds by their beginnings.
        r"(?<![A-Za-z0-9])(?:sk|pk|rk|gsk|hf|ghp|gho|ghu|ghs|ghr|glpat|npm|pypi)[-_][A-Za-z0-9_-]{12,}",
        r"(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{20,}",
        r"(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])",
        r"(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{20,}",
        r"(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?",
        r"(?P<keep>\b(?:bearer|basic|token)\s{1,3})(?=[^\s\d]{0,200}\d)[A-Za-z0-9._~+/=-]{12,}",
        # `password: hunter2`, `api_key=...`, `"client_secret": "..."`, `?token=...`
        rf"(?P<keep>(?:{_NAMES})[\"']?\s{{0,3}}[=:]\s{{0,3}}[\"']?)(?!\s|\[masked\])[^\s\"'&,;]{{4,}}",
    )
)


class Redactor:
    """Masks what looks like a secret, and these secrets wherever they stand."""

    def __init__(self, secrets: Sequence[str] = ()) -> None:
        long_enough = sorted((each for each in secrets if len(each) >= SHORTEST_SECRET), key=len, reverse=True)
        known = [re.compile("|".join(map(re.escape, long_enough)))] if long_enough else []
        self._patterns = (*known, *_PATTERNS)

    def __call__(self, text: str) -> str:
        """The text with every secret masked; its other words stay as they are."""
        for pattern in self._patterns:
            text = pattern.sub(_masked, text)
        return text


def _masked(found: re.Match[str]) -> str:
    kept = found.groupdict().get("keep") or ""
    return f"{kept}{MASK}"
