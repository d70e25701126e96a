"""How an answer is kept: its remarks with what they were made of, so that they can be said in any language later."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import SerializerFunctionWrapHandler, ValidatorFunctionWrapHandler, WrapSerializer, WrapValidator

from knowledge.remarks import from_json, to_json
from knowledge.types import Answer

_REMARKS = ("text", "degraded", "notices")  # the fields of an answer that may be remarks


def _written(answer: Answer, as_text: SerializerFunctionWrapHandler) -> dict[str, object]:
    return {**as_text(answer), **{name: to_json(getattr(answer, name)) for name in _REMARKS}}


def _read(kept: dict[str, object], as_text: ValidatorFunctionWrapHandler) -> Answer:
    remarks = {name: from_json(kept[name]) for name in _REMARKS if name in kept}
    answer: Answer = as_text({**kept, **remarks})
    # Read as a plain string, a remark has forgotten what it was made of.
    return replace(answer, **remarks)


KeptAnswer = Annotated[Answer, WrapSerializer(_written), WrapValidator(_read)]
