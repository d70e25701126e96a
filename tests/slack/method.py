"""What a method of the Web API is."""

from collections.abc import Awaitable, Callable
from typing import Any

from tests.slack.arguments import Arguments
from tests.slack.backend import Backend

# The answer without its `ok`.
Answer = dict[str, Any]
Method = Callable[[Backend, Arguments], Awaitable[Answer]]
