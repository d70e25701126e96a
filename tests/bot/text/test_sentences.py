import pytest

from bot import text
from knowledge.errors import IndexMissing, ModelUnreachable, QueryError
from tests.bot.text.hostile import LIVE


def test_a_problem_is_told_with_its_next_step():
    error = IndexMissing("Nothing has been indexed yet.", hint="Run `footnote index`.")
    assert text.problem(error) == "Nothing has been indexed yet. Run `footnote index`."


def test_a_problem_without_a_hint_has_no_gap_at_its_end():
    assert text.problem(ModelUnreachable()) == "The model's server does not answer."


def test_a_failure_that_other_words_cannot_mend_names_an_id_for_the_admin() -> None:
    assert text.problem(ModelUnreachable(), "t1").endswith("tell your admin this id: `t1`")
    assert "t1" not in text.problem(QueryError("The question is empty.", hint="Write a few words."), "t1")


def test_the_looking_line_repeats_the_question_inertly():
    assert (
        text.looking("what about <!channel>\n& co?")
        == "Looking for an answer to: what about &lt;!channel&gt; &amp; co?"
    )


def test_an_endless_question_is_repeated_in_part():
    assert len(text.looking("word " * 4_000)) < 400


def test_an_unexpected_failure_names_its_id_and_a_next_step():
    said = text.unexpected("4f2a")
    assert "4f2a" in said
    assert "try again" in said


def test_a_refused_share_names_the_notes_inertly():
    said = text.may_not_share(("Salaries <@U1>", "Plans"))
    assert "“Salaries &lt;@U1&gt;”, “Plans”" in said
    assert "„Plans“" in text.may_not_share(("Plans",), text.GERMAN)


def test_the_person_who_shares_is_named():
    assert text.shared_by("U012AB") == "Shared by <@U012AB>"


@pytest.mark.parametrize("user", ["!channel", "U1><!channel", "", "S0TEAM"])
def test_only_a_person_can_be_the_one_who_shares_or_asks(user: str):
    assert not LIVE.search(text.shared_by(user))
    assert not LIVE.search(text.asked(user, "why?"))


@pytest.mark.promise("every-failure-has-a-next-step")
@pytest.mark.parametrize(
    "sentence",
    [
        text.ENGLISH.stopping,
        text.ENGLISH.too_late,
        text.took_too_long("id"),
        text.ENGLISH.not_written_down,
        text.ENGLISH.expired,
        text.ENGLISH.not_in_channel,
        text.ENGLISH.nothing_found,
        text.unexpected("id"),
        text.gave_up("id"),
    ],
)
def test_every_failure_says_what_to_do_next(sentence: str):
    assert any(step in sentence.lower() for step in ("try", "ask", "invite", "tell your admin"))
