"""Why a model's share of a plan is missing, in words for people: nothing that a server said is in them."""

from __future__ import annotations

from knowledge.errors import ModelBusy, ModelCut, ModelError, ModelMissing, ModelRefused, ModelUnreachable
from knowledge.remarks import Remark

UNUSABLE = Remark("wrote nothing that can be used")
_REASONS: tuple[tuple[type[Exception], Remark], ...] = (
    (TimeoutError, Remark("took too long")),
    (ModelMissing, Remark("is not set up")),
    (ModelUnreachable, Remark("did not answer")),
    (ModelBusy, Remark("takes no requests now")),
    (ModelRefused, Remark("refuses the request")),
    (ModelCut, Remark("broke off")),
)


def shortfall(problem: ModelError | TimeoutError) -> Remark:
    """What happened, to be read after "the chat model"."""
    other = Remark("did not do its work")
    return next((reason for kind, reason in _REASONS if isinstance(problem, kind)), other)
