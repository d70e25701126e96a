"""How an answer is kept: its remarks with what they were made of, so that they can be said in any language later."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from typing import Annotated, Any

from pydantic import SerializerFunctionWrapHandler, ValidatorFunctionWrapHandler, WrapSerializer, WrapValidator

from knowledge.remarks import Remark
from knowledge.types import Answer

_REMARKS = ("text", "degraded", "notices")  # the fields of an answer that may be remarks


def _written(answer: Answer, as_text: SerializerFunctionWrapHandler) -> dict[str, object]:
    return {**as_text(answer), **{name: _parts(getattr(answer, name)) for name in _REMARKS}}


def _read(kept: dict[str, object], as_text: ValidatorFunctionWrapHandler) -> Answer:
    remarks = {name: _whole(kept[name]) for name in _REMARKS if name in kept}
    answer: Answer = as_text({**kept, **remarks})
    # Read as a plain string, a remark has forgotten what it was made of.
    return replace(answer, **remarks)


def _parts(value: object) -> object:
    """A value as JSON."""
    match value:
        case Remark():
            values = {name: _parts(one) for name, one in value.values.items()}
            return {"template": value.template, "values": values}
        case tuple():
            return [_parts(one) for one in value]
        case date():
            return {"day": value.isoformat()}
        case int() | float():
            return value
    return str(value)


def _whole(kept: object) -> Any:  # noqa: ANN401 - whatever a field of an answer or a value of a remark holds
    """What such JSON stands for."""
    match kept:
        case {"template": str(template), "values": dict(values)}:
            return Remark(template, **{name: _whole(value) for name, value in values.items()})
        case {"day": str(day)}:
            return datetime.fromisoformat(day)
        case list():
            return tuple(map(_whole, kept))
    return kept


KeptAnswer = Annotated[Answer, WrapSerializer(_written), WrapValidator(_read)]
