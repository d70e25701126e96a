"""One reading of Markdown for everything that is shown: CommonMark with tables and strikethrough."""

from __future__ import annotations

from functools import cache

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode


def parse(markdown: str) -> SyntaxTreeNode:
    """The syntax tree; `map` of a block node is its line range, from 0, end exclusive."""
    return SyntaxTreeNode(_parser().parse(markdown))


def words(node: SyntaxTreeNode) -> str:
    """What a node says, without any markup."""
    match node.type:
        case "text" | "code_inline" | "fence" | "code_block" | "html_block":
            return node.content
        case "html_inline":
            return " " if is_break(node) else node.content
        case "softbreak" | "hardbreak":
            return " "
        case "image":
            return node.content
    return "".join(words(child) for child in node.children)


def is_break(node: SyntaxTreeNode) -> bool:
    """Whether inline HTML is a line break, the one tag that people write in notes."""
    return node.content.lower().replace(" ", "") in {"<br>", "<br/>"}


@cache
def _parser() -> MarkdownIt:
    # A definition like `[1]: ...` would vanish from what is shown, so it stays a paragraph.
    return MarkdownIt("commonmark").enable(["table", "strikethrough"]).disable("reference")
