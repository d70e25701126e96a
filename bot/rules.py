"""What may differ from channel to channel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Language = Literal["en", "de"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelRules:
    """What holds in one channel. People are ids of users and of user groups."""

    collections: tuple[str, ...] = ()  # searched where a question names none; empty: the default ones
    instructions: str = ""  # the operator's, for the model that answers
    follow_up: Literal["engaged", "mention"] = "engaged"
    answer: Literal["mentions", "questions", "all"] = "mentions"
    private_answers: bool = False
    askers: tuple[str, ...] = ()  # empty: everyone
    escalation: tuple[str, ...] = ()  # empty: nobody can be called
    language: Literal["", Language] = ""  # of the bot's own sentences; empty: as everywhere
