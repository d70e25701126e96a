"""Names raise the words, and a language that the model does not know lowers the vectors."""

from __future__ import annotations

import pytest

from knowledge.retrieval.reading import read_question
from knowledge.types import Query
from tests.knowledge.retrieval.conftest import Shelve

ENGLISH_MODEL = "local/bge-small-en-v1.5-int8@68807e3f"


@pytest.mark.promise("names-raise-the-keywords")
@pytest.mark.parametrize(
    "text",
    [
        "ERR_1042",
        "user_id",
        "E1042 HTTP-503",
        "/etc/nginx/nginx.conf",
        "bot/deployService.py",
        "C:\\Users\\ann",
        "https://example.com/a?b=c",
        "deployService()",
        "os.path.join",
        "std::vector",
        "--dry-run",
        "error ERR_1042",
        "68807e3ff2ab",
    ],
)
def test_identifiers_codes_paths_and_addresses_raise_the_keywords(text: str) -> None:
    reading = read_question(text, model=ENGLISH_MODEL)
    assert (reading.kind, reading.vectors) == ("names", 0.5)


@pytest.mark.parametrize(
    "text",
    [
        "how many vacation days do I get?",
        "What does ERR_1042 mean when I deploy?",
        "who is on-call at the weekend",
        "IT and HR contacts",
        "2025 holidays",
        "and/or",
        "",
    ],
)
def test_a_question_in_words_is_none(text: str) -> None:
    reading = read_question(text, model=ENGLISH_MODEL)
    assert (reading.kind, reading.vectors) == ("words", 1.0)


@pytest.mark.promise("vectors-count-less-in-languages-their-model-does-not-know")
@pytest.mark.parametrize(
    ("text", "vectors"),
    [
        ("Wie viele Urlaubstage habe ich im Jahr?", 0.2),
        ("年假有多少天", 0.02),
        ("كم عدد أيام الإجازة", 0.02),
        ("Сколько дней отпуска", 0.02),
    ],
)
def test_vectors_count_less_in_a_language_that_their_model_does_not_know(text: str, vectors: float) -> None:
    assert read_question(text, model=ENGLISH_MODEL).vectors == vectors
    assert read_question(text, model="multilingual-e5-small").vectors == 1.0


@pytest.mark.parametrize("text", ["vacation days", "What is the naïve approach?", "docker compose 上传"])
def test_what_may_be_english_is_left_alone(text: str) -> None:
    assert read_question(text, model=ENGLISH_MODEL).vectors == 1.0


@pytest.mark.promise("names-raise-the-keywords")
async def test_a_search_for_a_name_gives_the_vectors_half_their_say(shelve: Shelve) -> None:
    shelf = await shelve({"handbook/a.md": "# Errors\n\nERR_1042 means that the queue is full.\n"})
    words = await shelf.finder.search(Query(text="the queue is full"))
    named = await shelf.finder.search(Query(text="ERR_1042"))
    assert (words.reading.kind, named.reading.kind) == ("words", "names")
    share = {part.source: part.share for part in named.hits[0].contributions}
    assert share["dense"] == pytest.approx(share["lexical"] / 2)
