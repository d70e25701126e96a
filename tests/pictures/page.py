"""Block Kit as a page to look at, near to what Slack draws: texts, tables, buttons and fields in their places."""

import html
import re
from collections.abc import Callable, Mapping
from typing import Any

from markdown_it import MarkdownIt

Part = Mapping[str, Any]
STYLE = """
body { font: 15px/1.46 Lato, "Noto Sans", sans-serif; background: #fff; color: #1d1c1d; margin: 1.5rem; }
h2 { font-size: 15px; color: #616061; border-top: 1px solid #ddd; padding-top: 1rem; max-width: 640px; }
.shown { max-width: 600px; border-left: 4px solid #ddd; padding: .2rem 0 .2rem .9rem; margin: .6rem 0; }
.modal, .home { border: 1px solid #ccc; border-radius: 8px; padding: 1rem; max-width: 560px; }
.header { font-size: 18px; font-weight: 900; margin: .5rem 0; }
.section, .markdown, .actions, .context { margin: .45rem 0; overflow-wrap: anywhere; }
.row { display: flex; justify-content: space-between; gap: 1rem; }
.context { color: #616061; font-size: 12px; }
.notice { color: #616061; font-size: 12px; font-style: italic; }
.button { display: inline-block; border: 1px solid #bbb; border-radius: 4px; font-weight: 700; font-size: 13px;
  padding: .3rem .7rem; margin: 0 .4rem .4rem 0; white-space: nowrap; }
.primary { background: #007a5a; color: #fff; } .danger { background: #e01e5a; color: #fff; }
.field { border: 1px solid #bbb; border-radius: 4px; padding: .4rem; color: #616061; white-space: pre-wrap; }
.unknown { background: #fdd; }
.mention { background: #e8f5fa; color: #1264a3; }
table { border-collapse: collapse; } td, th { border: 1px solid #ddd; padding: .25rem .6rem; text-align: left; }
pre { background: #f8f8f8; border: 1px solid #ddd; padding: .5rem; overflow-x: auto; } p { margin: .3rem 0; }
code { background: #f8f8f8; border: 1px solid #ddd; color: #c01343; padding: 0 .2rem; } pre code { all: unset; }
blockquote { border-left: 4px solid #ddd; margin: .3rem 0; padding-left: .8rem; } h1, h2, h3 { margin: .6rem 0; }
"""
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
_INLINE = (
    (re.compile(r"```(.+?)```", re.DOTALL), r"<pre>\1</pre>"),
    (re.compile(r"`([^`\n]+)`"), r"<code>\1</code>"),
    (re.compile(r"&lt;(https?://[^|&]+(?:&amp;[^|&]+)*)\|(.+?)&gt;"), r'<a href="\1">\2</a>'),
    (re.compile(r"&lt;(https?://[^|]+?)&gt;"), r'<a href="\1">\1</a>'),
    (re.compile(r"&lt;!date\^[^|]*\|(.+?)&gt;"), r"\1"),
    (re.compile(r"&lt;([@#!][^&]+)&gt;"), r'<span class="mention">\1</span>'),
    (re.compile(r"(?<![\w*])\*(\S(?:[^*\n]*\S)?)\*(?![\w*])"), r"<b>\1</b>"),
    (re.compile(r"(?<![\w_])_(\S(?:[^_\n]*\S)?)_(?![\w_])"), r"<i>\1</i>"),
    (re.compile(r"(?m)^&gt; ?(.*)$"), r"<blockquote>\1</blockquote>"),
)


_EMOJI = {"white_check_mark": "✅", "warning": "⚠️", "x": "❌"}


def page(title: str, parts: list[str]) -> str:
    """A whole page of these parts."""
    head = f"<!doctype html><meta charset=utf-8><title>{html.escape(title)}</title><style>{STYLE}</style>"
    return f"{head}<h1>{html.escape(title)}</h1>{''.join(parts)}\n"


def shown(caption: str, blocks: list[Part], *, kind: str = "shown", notice: str = "") -> str:
    """One message, modal or Home tab below its caption; `notice` is what a notification says."""
    drawn = "".join(map(draw, blocks)) or mrkdwn(notice)
    told = f'<div class="notice">notification: {html.escape(notice)}</div>' if notice else ""
    return f'<h2>{html.escape(caption)}</h2><div class="shown {kind}">{drawn}</div>{told}'


def mrkdwn(text: str) -> str:
    """Slack's own markup."""
    text = html.escape(html.unescape(text), quote=False)
    for pattern, drawn in _INLINE:
        text = pattern.sub(drawn, text)
    for name, drawn in _EMOJI.items():
        text = text.replace(f":{name}:", drawn)
    return text.replace("\n", "<br>")


def draw(block: Part) -> str:
    """One block; what is not known stands out."""
    drawn = _BLOCKS.get(block["type"])
    return drawn(block) if drawn else f'<div class="unknown">{html.escape(str(block))}</div>'


def _text(value: Part) -> str:
    return mrkdwn(value["text"]) if value["type"] == "mrkdwn" else html.escape(value["text"]).replace("\n", "<br>")


def _section(block: Part) -> str:
    fields = "".join(f"<div>{_text(one)}</div>" for one in block.get("fields", []))
    text = _text(block["text"]) if "text" in block else ""
    beside = _element(block["accessory"]) if "accessory" in block else ""
    return f'<div class="section row"><div>{text}{fields}</div><div>{beside}</div></div>'


def _elements(kind: str) -> Callable[[Part], str]:
    return lambda block: f'<div class="{kind}">{" ".join(map(_element, block["elements"]))}</div>'


def _element(element: Part) -> str:
    match element["type"]:
        case "button":
            return f'<span class="button {element.get("style", "")}">{_text(element["text"])}</span>'
        case "feedback_buttons":
            both = (element["positive_button"], element["negative_button"])
            return "".join(f'<span class="button">{_text(one["text"])}</span>' for one in both)
        case "mrkdwn" | "plain_text":
            return _text(element)
        case "image":
            return html.escape(f"[image: {element['alt_text']}]")
        case _:
            return _field(element)


def _field(element: Part) -> str:
    chosen = element.get("initial_option")
    options = "<br>".join(
        f"{'(x)' if one == chosen else '( )'} {_text(one['text'])}" for one in element.get("options", [])
    )
    value = html.escape(str(element.get("initial_value", "")))
    hint = _text(element["placeholder"]) if "placeholder" in element else ""
    return f'<div class="field">{options or value or hint or "&nbsp;"}</div>'


def _input(block: Part) -> str:
    optional = " (optional)" if block.get("optional") else ""
    return f'<div class="section"><b>{_text(block["label"])}</b>{optional}{_element(block["element"])}</div>'


_BLOCKS: Mapping[str, Callable[[Part], str]] = {
    "actions": _elements("actions"),
    "context": _elements("context"),
    "context_actions": _elements("actions"),
    "divider": lambda _: "<hr>",
    "header": lambda block: f'<div class="header">{_text(block["text"])}</div>',
    "input": _input,
    "markdown": lambda block: f'<div class="markdown">{_MARKDOWN.render(block["text"])}</div>',
    "section": _section,
}
