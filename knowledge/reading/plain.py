"""Markdown to the words a reader sees: no link addresses, no markup, identifiers and code untouched.

Every expression here runs in time linear in the text: none can look past the mark that would end its match.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from knowledge.reading.brackets import without_links
from knowledge.types import BlockKind

_FENCE = re.compile(r"^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(?P<fence>`{3,}|~{3,})(?P<rest>[^\n]*)$", re.MULTILINE)
_COMMENT = r"<!--(?:[^<-]|-(?!->)|<(?!!--))*+-->"  # one that holds the start of another was never closed
COMMENT = re.compile(_COMMENT)
_KEPT = re.compile(
    rf"(?P<comment>{_COMMENT})"
    r"|(?<!`)(?P<ticks>`{1,3})(?!`)(?P<code>[^`]+)(?P=ticks)(?!`)"
    r"|\\(?P<escaped>[!-/:-@\[-`{}~])"
    r"|<(?P<address>[a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>"
    r"|(?P<mark>\x1a)",
    re.IGNORECASE,
)
_MARK = "\x1a"  # stands around the number of a kept piece
_RESTORED = re.compile(rf"{_MARK}(\d+){_MARK}")
_WIKILINK = re.compile(r"!?\[\[(?P<target>[^\[\]\n]+)\]\]")
_HTML_NAMES = (
    "a|abbr|article|aside|audio|b|blockquote|br|button|center|code|col|colgroup|dd|del|details|div|dl|dt|em|figcaption"
    "|figure|font|footer|form|h[1-6]|header|hr|i|iframe|img|input|ins|kbd|label|li|link|main|mark|meta|nav|ol|option|p"
    "|picture|pre|q|s|samp|script|section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody"
    "|td|textarea|tfoot|th|thead|time|tr|u|ul|var|video|wbr"
)
# Of other names only components in camel case are tags: `<name>` and `<TOKEN>` in running text are placeholders.
_TAG = re.compile(rf"</?(?i:{_HTML_NAMES})(?:[\s/][^<>]*)?>|(?:(?<!\w)<|</)[A-Z][a-z][\w.]*(?:[\s/][^<>]*)?>")
_SPACING_TAG = re.compile(r"</?(?:br|dd|div|dt|h[1-6]|hr|li|p|summary|td|th|tr)\b", re.IGNORECASE)
_EMPHASIS = tuple(
    (mark, re.compile(expression))
    for mark, expression in (
        # A lone star is emphasis only around words, so that globs and products keep theirs.
        ("*", r"(?<![\w*/.\\])\*(?![\s*/.])(?P<text>[^*]*[^\s*])\*(?![\w*/])"),
        ("**", r"(?<!\*)\*\*(?![\s*/.])(?P<text>[^*]*[^\s*/])\*\*(?!\*)"),
        ("***", r"(?<!\*)\*\*\*(?![\s*])(?P<text>[^*]*[^\s*])\*\*\*(?!\*)"),
        # A dunder name in lower case is an identifier; anything else between double underscores is bold.
        ("__", r"(?<![\w/.])__(?![\s_])(?![a-z0-9]+(?:_[a-z0-9]+)*__)(?P<text>[^_]*[^\s_])__(?![\w/])"),
        ("_", r"(?<![\w/.])_(?![\s_])(?P<text>[^_]*[^\s_])_(?![\w/])"),
        ("~~", r"~~(?![\s~])(?P<text>[^~]*[^\s~])~~"),
        ("==", r"==(?![\s=])(?P<text>[^=\n]*[^\s=])=="),
    )
)
_LINE_MARKS = re.compile(r"^[ \t]*(?:>[ \t]?)*[ \t]*(?:#{1,6}(?:[ \t]+|$)|(?:/{3,}|:{3,}|!{3})[ \t]+)?", re.MULTILINE)
_CLOSING_MARKS = re.compile(r"(?<=[^\s#])[ \t]+#+[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"^[ \t]*(?:=+|-{2,}|(?:[-*_][ \t]*+){3,}|[:/$]{2,})[ \t]*$", re.MULTILINE)
_ATTRIBUTES = re.compile(r"(?<![ \t])[ \t]*\{:?[ \t]*[#.][^{}\n]*\}[ \t]*$", re.MULTILINE)
_DEFINITION = re.compile(r"^[ \t]*\[\^?(?P<label>[^\[\]\n]+)\]:[ \t]*", re.MULTILINE)
_FOOTNOTE = re.compile(r"\[\^[^\[\]\s]+\](?!:)")
_CALLOUT = re.compile(r"^(?P<before>[ \t]*)\[!(?P<kind>[\w-]+)\][+-]?", re.MULTILINE)
_ROW = re.compile(r"^[ \t]*\|.*$", re.MULTILINE)
_TABLE_RULE = re.compile(r"[|:\- \t]+")
_BAR = re.compile(r"(?<!\\)\|")
# Liquid, as Jekyll has it: a link whose address a tag makes, then any tag, of which only a quoted word is visible.
_LIQUID_LINK = re.compile(r"\[(?P<label>[^\[\]\n]+)\][ \t]?\(\{%[^{}%]*%\}\)")
_LIQUID_TAG = re.compile(r"\{%-?[^{}%\"']*(?:[\"'](?P<word>[^{}%\"']*)[\"'])?[^{}%]*%\}")
_SPACES = re.compile(r"[ \t\u00a0]+")
_BLANK_LINES = re.compile(r"\n\s*\n+")


def plain_text(markdown: str, kind: BlockKind = BlockKind.PARAGRAPH) -> str:
    """The visible text of a piece of Markdown, line by line, without blank lines.

    Code keeps its lines as they are, only its fences go. A piece of kind CODE is code even without its fences.
    """
    if kind is BlockKind.CODE:
        return _without_blank_lines(_unfenced(markdown))
    if "```" not in markdown and "~~~" not in markdown:
        return _prose(markdown, table=kind is BlockKind.TABLE)
    pieces = (
        _without_blank_lines(text) if is_code else _prose(text, table=False) for is_code, text in _segments(markdown)
    )
    return "\n".join(piece for piece in pieces if piece)


def _unfenced(code: str) -> str:
    """A code block, or a part of one, without the fence lines at its ends."""
    lines = code.split("\n")
    if _is_fence(lines[0]):
        lines = lines[1:]
    if lines and _is_fence(lines[-1]):
        lines = lines[:-1]
    return "\n".join(lines)


def _is_fence(line: str) -> bool:
    return ("```" in line or "~~~" in line) and _FENCE.fullmatch(line) is not None


def _without_blank_lines(code: str) -> str:
    return "\n".join(line.rstrip() for line in code.split("\n") if line.strip())


def _segments(markdown: str) -> Iterator[tuple[bool, str]]:
    """Alternating (is code, text) by the fences; one that is never closed is code to the end."""
    start, fence = 0, ""
    for match in _FENCE.finditer(markdown):
        mark = match["fence"]
        closes = mark.startswith(fence) and not match["rest"].strip() if fence else False
        opens = not fence and "`" not in match["rest"]
        if not (opens or closes):
            continue
        yield bool(fence), markdown[start : match.start()]
        start, fence = match.end(), "" if closes else mark
    yield bool(fence), markdown[start:]


def _prose(text: str, *, table: bool) -> str:
    """The order matters: what must stay as it is goes out of the way first and comes back last."""
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        if match["comment"]:
            return ""
        kept.append(match["code"] or match["escaped"] or match["address"] or match["mark"])
        return f"{_MARK}{len(kept) - 1}{_MARK}"

    if any(mark in text for mark in "`\\<\x1a"):
        text = _KEPT.sub(keep, text)
    if "[[" in text:
        text = _WIKILINK.sub(_wikilink_text, text)
    text = _inline(_lines(text, table=table)).replace("\\|", "|")
    text = _BLANK_LINES.sub("\n", _SPACES.sub(" ", text)).strip()
    if kept:
        text = _RESTORED.sub(lambda number: kept[int(number[1])], text)
    return "\n".join(line.strip() for line in text.split("\n")).strip() if "\n" in text else text.strip()


def _lines(text: str, *, table: bool) -> str:
    """Marks at the beginning or end of lines, and tables."""
    text = _LINE_MARKS.sub("", _RULE.sub("", text))
    if "{" in text:
        text = _ATTRIBUTES.sub("", text)
    if "#" in text:
        text = _CLOSING_MARKS.sub("", text)
    if "[" in text:
        text = _DEFINITION.sub(r"\g<label>: ", _CALLOUT.sub(r"\g<before>\g<kind>:", text))
    if table:
        return "\n".join(_row(line) for line in text.split("\n"))
    return _ROW.sub(lambda line: _row(line[0]), text) if "|" in text else text


def _row(line: str) -> str:
    """`| a | b |` as `a | b`; the rule under the header goes."""
    if "-" in line and _TABLE_RULE.fullmatch(line):
        return ""
    return " | ".join(cell for part in _BAR.split(line) if (cell := part.strip()))


def _inline(text: str) -> str:
    if "{%" in text:
        text = _LIQUID_TAG.sub(lambda tag: tag["word"] or "", _LIQUID_LINK.sub(r"\g<label>", text))
    if "[" in text:
        text = without_links(_FOOTNOTE.sub("", text))
    if "<" in text:
        text = _TAG.sub(lambda tag: " " if _SPACING_TAG.match(tag[0]) else "", text)
    for mark, expression in _EMPHASIS:
        if mark in text:
            text = expression.sub(r"\g<text>", text)
    return html.unescape(text) if "&" in text else text


def _wikilink_text(match: re.Match[str]) -> str:
    """`note|alias` is its alias, `note#heading` both, an embedded image's width is no alias."""
    target, _, alias = match["target"].replace("\\|", "|").partition("|")
    alias = alias.rpartition("|")[2].strip()
    if alias and not re.fullmatch(r"\d+(?:x\d+)?", alias):
        return alias
    parts = (part.strip() for part in target.split("#"))
    return " > ".join(part for part in parts if part and not part.startswith("^"))
