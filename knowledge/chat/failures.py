"""What went wrong with a model call, read from the exception's types and codes: its text never travels on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from knowledge.errors import ModelBusy, ModelCut, ModelError, ModelMissing, ModelRefused, ModelUnreachable

_NO_CONNECTION = frozenset(
    {"ConnectError", "ConnectTimeout", "ClientConnectorError", "ConnectionRefusedError", "gaierror"}
)
_ON_THE_WAY = frozenset({"HTTPStatusError", "ReadError", "ReadTimeout", "RemoteProtocolError"})
_BUSY = frozenset({429, 503, 529})
_WRONG_KEY = frozenset({401, 403})
_TIMED_OUT = frozenset({408, 504})
_TOO_LONG = frozenset({"context_length_exceeded", "string_above_max_length"})
_TOO_LONG_TYPE = "ContextWindowExceededError"
_NOT_FOUND = 404
_SERVER_ERROR = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """The error to raise, whether another try may help, and the seconds the server asks to wait before it."""

    error: ModelError
    retry: bool = False
    wait_seconds: float | None = None


def read(problem: BaseException, *, model: str, address: str, missing_keys: Sequence[str]) -> Failure:
    """Turn an exception of LiteLLM into ours. `missing_keys`: unset variables that the provider reads."""
    causes = tuple(_causes(problem))
    names = {type(cause).__name__ for cause in causes}
    status = _status(causes)
    if names & _NO_CONNECTION:
        return Failure(error=unreachable(model, address), retry=True)
    # Without a trace of a response the call never left: what is missing then is a key.
    if missing_keys and (status in _WRONG_KEY or not names & _ON_THE_WAY):
        return Failure(error=missing(model, missing_keys))
    if status in _BUSY:
        return Failure(error=_busy(model, status), retry=True, wait_seconds=_retry_after(causes))
    if status in _TIMED_OUT or status >= _SERVER_ERROR:
        return Failure(error=_broken(model, status), retry=True, wait_seconds=_retry_after(causes))
    too_long = any(getattr(cause, "code", None) in _TOO_LONG for cause in causes)
    return Failure(error=_too_long(model) if too_long or _TOO_LONG_TYPE in names else _refused(model, status))


def unreachable(model: str, address: str) -> ModelUnreachable:
    """Nobody listens there."""
    return ModelUnreachable(
        "The model {model} cannot be reached at {address}." if address else "The model {model} cannot be reached.",
        hint="Check that its server runs, and the address (api_base) and network.",
        model=model,
        address=address,
    )


def too_slow(model: str, seconds: float) -> ModelUnreachable:
    """The call's time is up."""
    return ModelUnreachable(
        "The model {model} did not finish within {seconds:g} s.",
        hint="Try again, raise timeout_seconds, or choose a faster model.",
        model=model,
        seconds=seconds,
    )


def cut(error: ModelError, model: str, text: str) -> ModelCut:
    """What a call's error becomes once text had arrived."""
    if isinstance(error, ModelCut | ModelUnreachable):
        return ModelCut(error.message, hint=error.hint, text=text)
    return ModelCut("The reply of the model {model} broke off.", hint="Try again.", text=text, model=model)


def at_limit(model: str, text: str = "") -> ModelCut:
    """The model wrote until it was stopped."""
    return ModelCut(
        "The reply of the model {model} reached its length limit.",
        hint="Ask for something shorter.",
        text=text,
        model=model,
    )


def missing(model: str, variables: Sequence[str]) -> ModelMissing:
    """The provider's key is not in the environment."""
    return ModelMissing(
        "The model {model} needs {variables} in the environment.",
        hint="Set {variables} (or put it into .env beside the configuration) and start again.",
        model=model,
        variables=" and ".join(variables),
    )


def unknown_provider(model: str) -> ModelRefused:
    """LiteLLM cannot tell from the name whom to call."""
    return ModelRefused(
        "The model name {model} names no provider that LiteLLM knows.",
        hint="Write PROVIDER/NAME, for example openai/NAME with an api_base for any OpenAI-compatible server.",
        model=model,
    )


def _too_long(model: str) -> ModelRefused:
    return ModelRefused(
        "The request is too long for the model {model}.",
        hint="Lower retrieval.limit, or choose a model with a larger context.",
        model=model,
    )


def _busy(model: str, status: int) -> ModelBusy:
    return ModelBusy(
        "The model {model} takes no more requests now (status {status}).",
        hint="Try again in a minute; if it stays so, check the provider's rate limit.",
        model=model,
        status=status,
    )


def _broken(model: str, status: int) -> ModelBusy:
    return ModelBusy(
        "The server of the model {model} failed (status {status}).",
        hint="Try again in a minute; if it stays so, look at the server's state.",
        model=model,
        status=status,
    )


def _refused(model: str, status: int) -> ModelRefused:
    if status in _WRONG_KEY:
        return ModelRefused(
            "The server of the model {model} refuses the key.",
            hint="Check the provider's key in the environment, and that it may use this model.",
            model=model,
        )
    if status == _NOT_FOUND:
        return ModelRefused(
            "The server does not know the model {model}.",
            hint="Check the model's name, and that api_base ends as the provider wants it (often /v1).",
            model=model,
        )
    return ModelRefused(
        "The server of the model {model} refuses the request (status {status}).",
        hint="Check that the model can do this kind of call; the server's own log says more.",
        model=model,
        status=status,
    )


def _causes(problem: BaseException) -> Iterator[BaseException]:
    """The exception and all that it was made from."""
    seen: set[int] = set()
    waiting: list[BaseException | None] = [problem]
    while waiting:
        cause = waiting.pop(0)
        if cause is None or id(cause) in seen:
            continue
        seen.add(id(cause))
        yield cause
        waiting += [cause.__cause__, cause.__context__, getattr(cause, "original_exception", None)]


def _status(causes: Sequence[BaseException]) -> int:
    """The HTTP status; 500 where there is none. The outermost word wins, except over LiteLLM's stand-in 500."""
    found = [status for cause in causes if isinstance(status := getattr(cause, "status_code", None), int)]
    return next((status for status in found if status != _SERVER_ERROR), _SERVER_ERROR)


def _retry_after(causes: Sequence[BaseException]) -> float | None:
    """Seconds from the response's Retry-After headers; None where they are absent or a date."""
    for cause in causes:
        headers = getattr(getattr(cause, "response", None), "headers", None) or {}
        for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
            try:
                return max(0.0, float(headers[name]) * unit)
            except (KeyError, ValueError):
                continue
    return None
