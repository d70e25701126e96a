"""One value for everything that people ask of the bot, however Slack told it."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from enum import StrEnum

CLOCK_SECONDS = 24 * 3600.0


class Kind(StrEnum):
    """What is wanted."""

    QUESTION = "question"
    SEARCH = "search"
    HELP = "help"
    WELCOME = "welcome"
    SHARE_ANSWER = "answer_share"
    FEEDBACK = "feedback"
    MORE_RESULTS = "search_more"
    DEEPER_SEARCH = "search_deeper"
    ASK_THIS = "search_ask"
    SHARE_RESULTS = "search_share"
    RELATED = "search_related"
    EXPLAIN = "search_explain"
    DIGEST = "digest"
    COMPARE = "duplicate_compare"
    DISMISS = "duplicate_dismiss"
    SNOOZE = "duplicate_snooze"
    RESOLVED = "question_resolved"
    STOP = "stop"
    MUTE = "mute"
    UNMUTE = "unmute"
    WITHDRAW = "withdraw"
    ESCALATE = "escalate"
    PERSON_DONE = "escalate_resolved"
    FIND_RELATED = "find_related"
    ANSWER_THIS = "answer_this"
    REASON = "feedback_reason"
    FORGET_ME = "forget_me"
    SAVE_THREAD = "save_thread"
    SAVE_NOTE = "save_note"
    UNFURL = "unfurl"


# What may take as long as a chat model takes.
SLOW = frozenset({Kind.QUESTION, Kind.ASK_THIS, Kind.EXPLAIN, Kind.DEEPER_SEARCH, Kind.ANSWER_THIS})
# What is looked up in the notes for whoever asks.
ASKING = SLOW | {Kind.SEARCH, Kind.MORE_RESULTS, Kind.RELATED, Kind.FIND_RELATED}
# What people say to the bot in one word, wherever they talk.
SPOKEN = frozenset({Kind.STOP, Kind.MUTE, Kind.UNMUTE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Everything needed to answer, so that it can still be answered after a crash.

    `occasion` names what the person did: two events that tell the same deed (a mention that arrives as `message` and
    as `app_mention`, an edit, a redelivery) have the same one, and only the first is worked on.
    """

    kind: Kind
    occasion: str
    team: str
    channel: str
    user: str
    text: str = ""
    thread_ts: str = ""  # the thread that the reply belongs to; empty: none
    message_ts: str = ""  # the message that asks; empty for commands and buttons
    event_id: str = ""  # Slack's own; empty for commands and buttons
    response_url: str = ""
    ephemeral: bool = False  # only the person sees the reply
    with_files: bool = False  # files came along, which nobody reads
    engages: bool = False  # from now on the thread needs no mention
    only_mentions: bool = False  # where it engages a thread: as one in which only mentions are answered
    needs_engagement: bool = False  # to be answered only where the thread is engaged
    outside: bool = False  # the person belongs to another workspace
    overheard: bool = False  # nobody spoke to the bot: the channel is one where it answers by itself
    subject: str = ""  # buttons: the id of their answer or search; notes: title, or who spoke; else what is withdrawn
    trigger_id: str = ""  # buttons and shortcuts: what opens a modal, for three seconds
    detail: str = ""  # buttons: what follows the `:` of the action's id, or the feedback; notes: the file's name
    others: tuple[Request, ...] = ()  # that its answer takes up too, once its turn has come
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    created_at: float = field(default_factory=time.time)  # seconds since the epoch

    @property
    def unattended(self) -> bool:
        """Whether nobody asked: then nobody is told that it failed."""
        return self.kind in {Kind.DIGEST, Kind.WITHDRAW, Kind.UNFURL}

    @property
    def addressed(self) -> bool:
        """Whether somebody spoke to the bot, and waits for it to say something."""
        return not (self.unattended or self.needs_engagement or self.overheard)

    @property
    def question(self) -> str:
        """What is asked, by all whom the answer takes up, a line each."""
        return "\n".join(one.text for one in (self, *self.others))

    @property
    def direct(self) -> bool:
        """Whether it comes from a direct message, which is in no channel."""
        return self.channel.startswith("D")

    @property
    def hushes(self) -> bool:
        """Whether a thread is muted by it, or is so no more; where no thread is there yet, nothing can be."""
        in_thread = not self.direct and self.thread_ts not in {"", self.message_ts}
        return in_thread and self.kind in {Kind.MUTE, Kind.UNMUTE}

    @property
    def shared(self) -> bool:
        """Whether several people can read the reply."""
        return not self.ephemeral and not self.direct

    @property
    def sent_at(self) -> float:
        """Slack's time of the message: events overtake each other, timestamps do not. 0 without a message."""
        return float(self.message_ts or 0)

    @property
    def no_reply_before(self) -> float:
        """Slack's time before which nothing can have been replied, in seconds since the epoch."""
        # Slack's clock and ours need not agree, so ours is trusted to the day where Slack's time is not known.
        return float(self.message_ts) if self.message_ts else self.created_at - CLOCK_SECONDS

    @property
    def conversation(self) -> str:
        """Where the history is kept: a thread, or a direct message outside threads; empty for private replies."""
        return "" if self.ephemeral else f"{self.team}/{self.channel}/{self.thread_ts}"

    @property
    def queue(self) -> str:
        """Requests with equal queues are worked on one after the other, in order of arrival."""
        # Who says stop must not wait for what is to be stopped, nor a preview for an answer.
        if self.kind in SPOKEN or self.kind in {Kind.WITHDRAW, Kind.UNFURL}:
            return self.id
        # Two who press the same button at once must not both call the same people.
        if self.kind in {Kind.ESCALATE, Kind.PERSON_DONE}:
            return f"{self.kind}/{self.subject}"
        return self.conversation or self.id
