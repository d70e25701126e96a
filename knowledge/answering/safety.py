"""A model's line made safe: only markers, links and code that may be shown are left in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

_INVISIBLE = r"\u00ad\u200b-\u200f\u2060-\u2064\ufeff"
_SPACE = rf"(?:[^\S\n{_INVISIBLE}]|[{_INVISIBLE}])*"
_OPEN, _CLOSE = r"\\?[\[［【〔]", r"\\?[\]］】〕]"
_FILLER = rf"(?:[^\S\n{_INVISIBLE}]|[{_INVISIBLE},;、，；&+^#†*])"
_MARKER = re.compile(  # no two neighbouring parts can match the same characters, so it takes linear time
    rf"(?<![ \t])(?P<gap>[ \t]*+)(?P<marker>{_OPEN}"
    rf"(?:{_SPACE}(?:sources?|notes?|excerpts?|refs?|citations?|footnotes?)[.:#]*)?"
    rf"(?:{_FILLER}*\d(?:{_FILLER}|\d|and|und)*|{_SPACE}\d{{1,3}}(?:{_SPACE}[–—-]{_SPACE}\d{{1,3}})+{_SPACE})"
    rf"(?:(?::\d+)?†[^\[\]\n【】]{{0,60}})?{_CLOSE})",
    re.IGNORECASE,
)
_CANONICAL = re.compile(r"\[([1-9][0-9]{0,3})\]")
CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)")
_LABEL = r"(?P<label>(?:[^\[\]\n]|\[[^\[\]\n]*\])*)"
_TARGET = r"(?:<(?P<angled>[^<>\n]*)>|(?P<target>[^()\s]*(?:\([^()\s]*\)[^()\s]*)*))"
_LINK = re.compile(rf"(?P<image>!?)\[{_LABEL}\]\(\s*{_TARGET}(?:\s+(?:\"[^\"\n]*\"|'[^'\n]*'))?\s*\)")
_IMAGE_REFERENCE = re.compile(r"!\[[^\[\]\n]*\](?:\[[^\[\]\n]*\])?(?!\()")
_DEFINITION = re.compile(r"^(\s{0,3}(?:>\s?)*\[[^\[\]\n]+\]):")
_ADDRESS = re.compile(
    r"<[a-z][a-z0-9+.\-]*:[^<>\s]*>|(?:[a-z][a-z0-9+.\-]*://|www\.)[^\s<>`\[\]()\"'\ue000\ue001]+", re.IGNORECASE
)
_ENTITY = re.compile(r"&(?:#0*9[13]|#x0*5[bd]|[lr]sqb|[lr]brack);", re.IGNORECASE)
_STASHED = re.compile(r"\ue000([0-9]+)\ue001")
_TICKS = frozenset("`\ue000\ue001")
_PRIVATE = re.compile(r"[\ue000\ue001]")


def addresses(text: str) -> frozenset[str]:
    """The web and mail addresses that a text names, without the punctuation of the sentence around them."""
    return frozenset(_bare(found) for found in _ADDRESS.findall(text)) | frozenset(
        link["angled"] or link["target"] or "" for link in _LINK.finditer(text)
    )


@dataclass(slots=True)
class SafeLine:
    """One line (without its line end) as a row of pieces: text, and the numbers of canonical markers.

    Code spans stay as they are. A link stays when `addresses` holds its target, else only its words stay; a
    bare address that is not there becomes code, which nothing makes clickable; images go. Whatever looks like a
    marker but is not exactly `[n]` with `known(n)` goes too, and is counted in `dropped`.
    """

    line: str
    addresses: frozenset[str]
    known: Callable[[int], bool]
    dropped: int = 0
    _kept: list[str] = field(default_factory=list)

    def pieces(self) -> list[str | int]:
        """The line in order: safe text, and the number of each marker that resolves."""
        text = CODE_SPAN.sub(lambda code: self._keep(code[0]), _PRIVATE.sub("", self.line))
        text = _ENTITY.sub("", _DEFINITION.sub(r"\1", text))
        previous = ""
        while text != previous:  # what goes may leave a new marker or link around the gap
            previous = text
            text = _IMAGE_REFERENCE.sub("", _LINK.sub(self._link, text))
            text = _MARKER.sub(self._marker, text)
        text = _ADDRESS.sub(self._address, text).replace("](", "] (")
        return self._unfold(text)

    def _keep(self, text: str) -> str:
        self._kept.append(text)
        return f"\ue000{len(self._kept) - 1}\ue001"

    def _link(self, link: re.Match[str]) -> str:
        label, target = link["label"], link["angled"] or link["target"] or ""
        if link["image"]:
            return ""
        if _MARKER.fullmatch(f"[{label}]"):
            return f"[{label}]"
        if target in self.addresses and _ADDRESS.fullmatch(target) and "[" not in self._restore(label):
            return self._keep(self._restore(link[0]))
        return label

    def _marker(self, marker: re.Match[str]) -> str:
        canonical = _CANONICAL.fullmatch(marker["marker"])
        if canonical and self.known(int(canonical[1])):
            return marker["gap"] + self._keep(canonical[0])
        self.dropped += 1
        return ""

    def _address(self, address: re.Match[str]) -> str:
        bare = _bare(address[0])
        if bare in self.addresses:
            return address[0]
        rest = "" if address[0].startswith("<") else address[0][len(bare) :]
        before, after = address.string[: address.start()][-1:], address.string[address.end() :][:1]
        # Ticks must not run into those of a neighbour.
        return f"{' ' * (before in _TICKS)}`{bare}`{rest}{' ' * (after in _TICKS)}"

    def _restore(self, text: str) -> str:
        return _STASHED.sub(lambda stashed: self._kept[int(stashed[1])], text)

    def _unfold(self, text: str) -> list[str | int]:
        """Split at markers. What was kept whole goes back into the text."""
        pieces: list[str | int] = []
        buffer = ""
        for position, part in enumerate(_STASHED.split(text)):
            kept = self._kept[int(part)] if position % 2 else part
            marker = _CANONICAL.fullmatch(kept) if position % 2 else None
            if marker is None:
                buffer += kept
                continue
            pieces += [buffer, int(marker[1])]
            buffer = ""
        return [*pieces, buffer]


def _bare(address: str) -> str:
    return address.strip("<>").rstrip(".,;:!?*_")
