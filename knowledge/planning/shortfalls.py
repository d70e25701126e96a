"""Why a model's share of a plan is missing, in words for people: nothing that a server said is in them."""

from __future__ import annotations

from knowledge.errors import ModelBusy, ModelCut, ModelError, ModelMissing, ModelRefused, ModelUnreachable

UNUSABLE = "wrote nothing that can be used"
_REASONS: tuple[tuple[type[Exception], str], ...] = (
    (TimeoutError, "took too long"),
    (ModelMissing, "is not set up"),
    (ModelUnreachable, "did not answer"),
    (ModelBusy, "takes no requests now"),
    (ModelRefused, "refuses the request"),
    (ModelCut, "broke off"),
)


def shortfall(problem: ModelError | TimeoutError) -> str:
    """What happened, to be read after "the chat model"."""
    return next((reason for kind, reason in _REASONS if isinstance(problem, kind)), "did not do its work")
