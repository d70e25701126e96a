"""What Slack answers when it refuses.

SlackError              any `{"ok": false, "error": CODE}`
`-- PayloadRefused      the caller's payload broke a rule of Slack: a bug of the caller, kept in `violations`
"""

from collections.abc import Sequence
from typing import Any


class SlackError(Exception):
    """One refusal, under the name that Slack gives it."""

    def __init__(self, code: str, messages: Sequence[str] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.messages = tuple(messages)

    def body(self) -> dict[str, Any]:
        answer: dict[str, Any] = {"ok": False, "error": self.code}
        if self.messages:
            answer["errors"] = list(self.messages)
            answer["response_metadata"] = {"messages": list(self.messages)}
        return answer


class PayloadRefused(SlackError):
    """A refusal that a correct client never provokes: shape, size or order of what it sent."""
