"""Block Kit's rules: what a list of blocks must be before Slack takes it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from tests.slack.elements import check_element
from tests.slack.shapes import Report, Shape, check_shape, check_size, check_text

Surface = Literal["message", "modal", "home"]
Block = Mapping[str, Any]

SECTION_CHARACTERS = 3_000
FIELD_CHARACTERS = 2_000
HEADER_CHARACTERS = 150
MARKDOWN_CHARACTERS = 12_000
TABLE_ROWS, TABLE_COLUMNS = 100, 20
_MESSAGE_ONLY = {"markdown", "table", "context_actions"}
_RICH_TEXT = {"rich_text_section", "rich_text_list", "rich_text_preformatted", "rich_text_quote"}

SHAPES: Mapping[str, Shape] = {
    "section": Shape(optional=("text", "fields", "accessory", "expand")),
    "header": Shape(required=("text",), optional=("level",)),
    "divider": Shape(),
    "context": Shape(required=("elements",)),
    "actions": Shape(required=("elements",)),
    "context_actions": Shape(required=("elements",)),
    "markdown": Shape(required=("text",)),
    "table": Shape(required=("rows",), optional=("column_settings",)),
    "image": Shape(required=("alt_text",), optional=("image_url", "slack_file", "title")),
    "rich_text": Shape(required=("elements",)),
    "input": Shape(required=("label", "element"), optional=("hint", "optional", "dispatch_action")),
}


def check_blocks(blocks: Sequence[Any], *, surface: Surface, most: int) -> list[str]:
    """Slack's complaints, each with its JSON pointer; an empty list means that the blocks are taken."""
    report = Report()
    if len(blocks) > most:
        report.add("/blocks", f"no more than {most} items allowed")
    for position, block in enumerate(blocks):
        _check_block(block, f"/blocks/{position}", surface, report)
    _check_ids(blocks, report)
    if sum(_type_of(block) == "table" for block in blocks) > 1:
        report.add("/blocks", "only_one_table_allowed")
    return report.messages


def text_length(value: Any) -> int:
    """Characters of every `text` inside, the figure that counts towards a message's total."""
    if isinstance(value, Mapping):
        own = len(value["text"]) if isinstance(value.get("text"), str) else 0
        return own + sum(text_length(part) for part in value.values())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return sum(text_length(part) for part in value)
    return 0


def _type_of(block: Any) -> str:
    return str(block.get("type", "")) if isinstance(block, Mapping) else ""


def _check_block(block: Any, at: str, surface: Surface, report: Report) -> None:
    kind = _type_of(block)
    shape = SHAPES.get(kind)
    if shape is None or (surface != "message" and kind in _MESSAGE_ONLY):
        report.add(f"{at}/type", f"unsupported type: {kind or 'none'}")
        return
    if check_shape(block, shape, at, report) and kind in _RULES:
        _RULES[kind](block, at, report)


def _check_ids(blocks: Sequence[Any], report: Report) -> None:
    seen: set[str] = set()
    for position, block in enumerate(blocks):
        block_id = block.get("block_id") if isinstance(block, Mapping) else None
        if block_id is None:
            continue
        if block_id in seen:
            report.add(f"/blocks/{position}/block_id", f"`block_id` {block_id} already exists")
        seen.add(block_id)


def _section(block: Block, at: str, report: Report) -> None:
    if not block.get("text") and not block.get("fields"):
        report.add(at, "missing required field: text or fields")
    if block.get("text") is not None:
        check_text(block["text"], f"{at}/text", report, most=SECTION_CHARACTERS)
    fields = block.get("fields") or []
    check_size(fields, f"{at}/fields", report, most=10, least=0)
    for position, field in enumerate(fields):
        check_text(field, f"{at}/fields/{position}", report, most=FIELD_CHARACTERS)
    if block.get("accessory") is not None:
        check_element(block["accessory"], f"{at}/accessory", report, allowed="section")


def _header(block: Block, at: str, report: Report) -> None:
    check_text(block["text"], f"{at}/text", report, most=HEADER_CHARACTERS, plain=True)


def _elements(kind: str, most: int) -> Callable[[Block, str, Report], None]:
    def check(block: Block, at: str, report: Report) -> None:
        check_size(block["elements"], f"{at}/elements", report, most=most)
        for position, element in enumerate(block["elements"]):
            check_element(element, f"{at}/elements/{position}", report, allowed=kind)

    return check


def _markdown(block: Block, at: str, report: Report) -> None:
    check_size(block["text"], f"{at}/text", report, most=MARKDOWN_CHARACTERS)


def _table(block: Block, at: str, report: Report) -> None:
    check_size(block["rows"], f"{at}/rows", report, most=TABLE_ROWS)
    check_size(block.get("column_settings") or [], f"{at}/column_settings", report, most=TABLE_COLUMNS, least=0)
    for number, row in enumerate(block["rows"]):
        check_size(row, f"{at}/rows/{number}", report, most=TABLE_COLUMNS)
        for column, cell in enumerate(row):
            _cell(cell, f"{at}/rows/{number}/{column}", report)


def _cell(cell: Any, at: str, report: Report) -> None:
    kind = _type_of(cell)
    if kind == "raw_text":
        check_size(cell.get("text"), f"{at}/text", report, most=SECTION_CHARACTERS)
    elif kind == "rich_text":
        _rich_text(cell, at, report)
    else:
        report.add(f"{at}/type", f"unsupported type: {kind or 'none'}")


def _rich_text(block: Block, at: str, report: Report) -> None:
    check_size(block.get("elements"), f"{at}/elements", report, most=1_000)
    for position, element in enumerate(block.get("elements") or []):
        if _type_of(element) not in _RICH_TEXT:
            report.add(f"{at}/elements/{position}/type", f"unsupported type: {_type_of(element) or 'none'}")
        elif not element.get("elements"):
            report.add(f"{at}/elements/{position}", "missing required field: elements")


def _image(block: Block, at: str, report: Report) -> None:
    check_size(block["alt_text"], f"{at}/alt_text", report, most=2_000)
    if not block.get("image_url") and not block.get("slack_file"):
        report.add(at, "missing required field: image_url")
    if block.get("image_url"):
        check_size(block["image_url"], f"{at}/image_url", report, most=3_000)


def _input(block: Block, at: str, report: Report) -> None:
    check_text(block["label"], f"{at}/label", report, most=2_000, plain=True)
    check_element(block["element"], f"{at}/element", report, allowed="input")


_RULES: Mapping[str, Callable[[Block, str, Report], None]] = {
    "section": _section,
    "header": _header,
    "context": _elements("context", 10),
    "actions": _elements("actions", 25),
    "context_actions": _elements("context_actions", 5),
    "markdown": _markdown,
    "table": _table,
    "rich_text": _rich_text,
    "image": _image,
    "input": _input,
}
