"""One view of a method's arguments, however they travelled: JSON, form, query string."""

import json
from collections.abc import Mapping
from typing import Any

from aiohttp import web

from tests.slack.errors import PayloadRefused

JSON_CONTENT = "application/json"
_TRUE = {"true", "1", "yes"}


class Arguments:
    """Typed access to the arguments of one call; a missing or malformed one is refused as Slack does."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = dict(values)

    def __contains__(self, name: str) -> bool:
        return self.values.get(name) is not None

    def text(self, name: str, default: str = "") -> str:
        value = self.values.get(name)
        return default if value is None else str(value)

    def required(self, name: str) -> str:
        value = self.text(name)
        if not value:
            raise PayloadRefused("invalid_arguments", [f"[ERROR] missing required field: {name}"])
        return value

    def flag(self, name: str, *, default: bool = False) -> bool:
        value = self.values.get(name)
        if value is None:
            return default
        return value if isinstance(value, bool) else str(value).lower() in _TRUE

    def number(self, name: str, default: int) -> int:
        value = self.values.get(name)
        if value is None or value == "":
            return default
        if not str(value).isdecimal():
            raise PayloadRefused("invalid_arguments", [f"[ERROR] must be an integer: {name}"])
        return int(value)

    def structure(self, name: str, *, malformed: str = "invalid_arguments") -> Any:
        """A list or object, sent as such or as a string of JSON; None where it is absent or empty."""
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        if not value.strip():
            return None
        try:
            return json.loads(value)
        except ValueError as error:
            raise PayloadRefused(malformed, [f"[ERROR] not valid JSON: {name}"]) from error


async def read_arguments(request: web.Request) -> Arguments:
    """Query string first, then the body, which wins where both name an argument."""
    values: dict[str, Any] = dict(request.query)
    if request.content_type == JSON_CONTENT:
        values.update(_json_object(await request.text()))
        # Slack takes a token from the header or a form, never from a JSON body.
        values.pop("token", None)
    elif request.can_read_body:
        values.update(await request.post())
    return Arguments(values)


def _json_object(body: str) -> dict[str, Any]:
    if not body.strip():
        return {}
    try:
        value = json.loads(body)
    except ValueError as error:
        raise PayloadRefused("invalid_json") from error
    if not isinstance(value, dict):
        raise PayloadRefused("json_not_object")
    return value
