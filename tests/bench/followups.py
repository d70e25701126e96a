"""What a follow-up finds by itself, with carried words, as a person would rewrite it, and with its history pasted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from knowledge.evaluation.bootstrap import Estimate, Numbers, estimate, estimate_mean
from knowledge.evaluation.metrics import mean, ndcg
from knowledge.retrieval import Finder, Mode
from knowledge.types import MAX_QUERY_CHARS, Query
from tests.bench.conversations import OWN, ConversationSet, FollowUp, load_conversations
from tests.bench.notes import indexed
from tests.bench.options import Options
from tests.bench.sets import spread
from tests.bench.table import Row, Table

MODES: tuple[Mode, ...] = ("lexical", "dense", "hybrid")
K = 10

Ask = Callable[[FollowUp], Query]
Scores = Mapping[str, Sequence[float]]  # way of asking to nDCG of each case


def pasted(case: FollowUp) -> Query:
    """The whole conversation as one text, its end where it is too long."""
    return Query(text="\n".join([*(turn.text for turn in case.history), case.message])[-MAX_QUERY_CHARS:])


def rewritten_in_thread(case: FollowUp) -> Query:
    """The stand-alone question, asked in the same thread: it needs nothing of the history."""
    return Query(text=case.rewrite, history=case.history)


WAYS: Mapping[str, Ask] = {
    "last message": lambda case: Query(text=case.message),
    "carried words": lambda case: Query(text=case.message, history=case.history),
    "human rewrite": lambda case: Query(text=case.rewrite),
    "history pasted": pasted,
}
ALONE: Mapping[str, Ask] = {name: WAYS[name] for name in ("last message", "carried words", "history pasted")}
REWRITTEN: Mapping[str, Ask] = {"last message": WAYS["human rewrite"], "carried words": rewritten_in_thread}


async def run(options: Options) -> list[Table]:
    """One table of follow-ups and one of questions that stand alone; the repository's cases first."""
    gains: list[Row] = []
    losses: list[Row] = []
    for folder in filter(None, (OWN, options.data)):
        conversations = load_conversations(folder)
        gained, lost = await measured(conversations, options.questions)
        gains += gained
        losses += lost
    return [
        Table(
            title="follow-ups",
            note=f"nDCG@{K}. Share: of the human rewrite's gain over the last message alone, with a 95 % interval.",
            rows=gains,
        ),
        Table(
            title="follow-ups: questions that stand alone",
            note=f"nDCG@{K} of questions in a thread that need nothing of it; change with a 95 % interval.",
            rows=losses,
        ),
    ]


async def measured(conversations: ConversationSet, most: int | None) -> tuple[list[Row], list[Row]]:
    """Rows of both tables for one set."""
    folder, names = conversations.write_notes()
    following = spread([case for case in conversations.cases if not case.alone], most)
    alone = spread([case for case in conversations.cases if case.alone], most)
    gains: list[Row] = []
    losses: list[Row] = []
    async with indexed(folder) as notes:
        for mode in MODES:
            score = partial(scores_of, notes.knowledge.pipeline, mode, names)
            about = {"set": conversations.name, "mode": mode}
            gains.append({**about, **gain_row(await score(following, WAYS))})
            losses.append({**about, "questions": "typed", **loss_row(await score(alone, ALONE))})
            losses.append({**about, "questions": "rewritten", **loss_row(await score(following, REWRITTEN))})
    return gains, losses


async def scores_of(
    finder: Finder, mode: Mode, names: Mapping[str, str], cases: Sequence[FollowUp], ways: Mapping[str, Ask]
) -> Scores:
    """Each case asked in each way."""
    scores: dict[str, list[float]] = {}
    for name, ask in ways.items():
        found = [(case, await finder.find(ask(case), limit=K, mode=mode, strict=True)) for case in cases]
        rankings = [(case, [names[group.ref.path] for group in each.notes(K)]) for case, each in found]
        scores[name] = [ndcg(ranking, case.relevant, K) for case, ranking in rankings]
    return scores


def gain_row(scores: Scores) -> Row:
    """Means, and how much of the human gain the carried words bring."""
    share = human_share(scores["last message"], scores["carried words"], scores["human rewrite"])
    return {
        "cases": len(scores["last message"]),
        **{name: mean(each) for name, each in scores.items()},
        "share": share.value,
        "low": share.low,
        "high": share.high,
    }


def loss_row(scores: Scores) -> Row:
    """Means, and what the carried words change; below zero is a loss."""
    pairs = zip(scores["last message"], scores["carried words"], strict=True)
    change = estimate_mean([carried - last for last, carried in pairs])
    return {
        "cases": len(scores["last message"]),
        **{name: mean(each) for name, each in scores.items()},
        "change": change.value,
        "low": change.low,
        "high": change.high,
    }


def human_share(last: Sequence[float], carried: Sequence[float], human: Sequence[float]) -> Estimate:
    """Mean gain of the carried words over the mean gain of the rewrites; cases are drawn whole, so it is paired.

    Zero where the rewrites gain nothing. Raises ValueError for no cases.
    """

    def figure(samples: Sequence[Numbers]) -> float:
        drawn = [int(place) for place in samples[0]]
        possible = sum(human[place] - last[place] for place in drawn)
        return sum(carried[place] - last[place] for place in drawn) / possible if possible else 0.0

    return estimate((range(len(last)),), figure)
