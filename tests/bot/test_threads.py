"""What becomes of a thread on its way into a note."""

from __future__ import annotations

from datetime import date

import yaml

from bot.threads import Draft, as_markdown, drafted, note_of, people_in
from knowledge.reading.front_matter import read_front_matter

NAMES = {"U1ANN": "Ann", "U2BEN": "Ben *the* Builder"}


def said(ts: str, user: str, text: str, **more: object) -> dict[str, object]:
    return {"ts": ts, "user": user, "text": text} | more


def test_references_become_names_and_links_markdown() -> None:
    raw = "<@U1ANN> see <https://x.example/a?b=1&amp;c|the *page*>, <https://y.example>"
    assert as_markdown(raw, NAMES) == "@Ann see [the page](https://x.example/a?b=1&c), https://y.example"
    assert as_markdown("<#C1|ops>, <!here>, <!subteam^S1|@hr> &lt;b&gt;", NAMES) == "#ops, @here, @hr <b>"


def test_whoever_slack_does_not_tell_of_has_the_name_that_the_message_gives() -> None:
    assert as_markdown("<@U9ZOE|zoe> or <@U8EVE>?", NAMES) == "@zoe or @somebody?"
    robot = said("1700000000.0", "U7BOT", "done", bot_id="B7", bot_profile={"name": "deploys"})
    draft = drafted([robot, said("1700000001.0", "U8EVE", "fine")], NAMES, source="")
    assert draft.participants == ("deploys", "somebody")


def test_bold_and_struck_type_become_markdowns_outside_code() -> None:
    said = "*a b* and 2*3*4, ~no~, `x *y* z`, ```\n*keep* <https://x.example>\n``` *c*"
    assert as_markdown(said, NAMES) == (
        "**a b** and 2*3*4, ~~no~~, `x *y* z`, ```\n*keep* https://x.example\n``` **c**"
    )


def test_a_title_has_no_address_and_is_never_empty() -> None:
    asked = drafted([said("1700000000.0", "U1ANN", "Is <https://x.example/a#b> *right*?")], NAMES, source="")
    linked = drafted([said("1700000000.0", "U1ANN", "<https://x.example/a#b>")], NAMES, source="")
    assert (asked.title, linked.title) == ("Is right?", "Thread of 2023-11-14")


def test_everybody_who_speaks_or_is_named_is_looked_up() -> None:
    assert list(people_in([said("1", "U1ANN", "ask <@U2BEN>"), {"ts": "2", "text": "x"}])) == ["U1ANN", "U2BEN"]


def test_a_thread_reads_as_who_said_what_and_when() -> None:
    draft = drafted(
        [
            said("1700000000.0", "U1ANN", "*How* do we deploy?\nTo production."),
            said("1700000060.0", "U2BEN", "With the script."),
            said("1700000061.0", "U2BEN", ""),
            {"ts": "1700000120.0", "text": "first line", "blocks": [{"type": "markdown", "text": "All of it. [1]"}]},
        ],
        NAMES,
        source="https://acme.slack.com/archives/C1/p1",
    )
    assert draft.title == "How do we deploy?"
    assert draft.file == "2023-11-14-How-do-we-deploy.md"
    assert draft.participants == ("Ann", "Ben the Builder", "a bot")
    assert draft.text.split("\n\n") == [
        "**Ann**, 2023-11-14 22:13 UTC:",
        "**How** do we deploy?\nTo production.",
        "**Ben the Builder**, 2023-11-14 22:14 UTC:",
        "With the script.",
        "**a bot**, 2023-11-14 22:15 UTC:",
        "All of it. [1]",
    ]


def test_nothing_typed_breaks_out_of_the_front_matter() -> None:
    draft = Draft(
        title='x: "y"\n---\nowner: eve',
        text="---\nowner: eve\n---",
        begun=date(2026, 11, 30),
        source="https://x.example",
        participants=("- Ann: {", "退款"),
    )
    note = note_of(draft)
    matter = read_front_matter(note)
    assert matter.text("owner") == ""
    head = yaml.safe_load(note.split("\n---\n")[0].removeprefix("---\n"))
    assert head == {
        "title": draft.title,
        "date": draft.begun,
        "source": draft.source,
        "participants": list(draft.participants),
    }
