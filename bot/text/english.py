"""The bot's words in English."""

from bot.text.english_digest import ENGLISH_DIGEST
from bot.text.wording import Wording

ENGLISH = Wording(
    # What something in the sentences is called.
    somebody="Someone",
    thousands=",",
    decimal=".",
    quotes=("“", "”"),
    seconds=("1 second", "{number} seconds"),
    day_form="{day} {month} {year}",
    minute_form="{date}, {time}",
    months=("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    # Why something was not done, or only in part, and what to do next.
    problem="{sentence} If it stays so, tell your admin this id: `{id}`",
    unexpected=(
        "Sorry, something went wrong on my side. Please try again; if it happens again, tell your admin "
        "this id: `{id}`"
    ),
    stopping="I am being restarted and could not finish this answer. Please ask again in a minute.",
    too_late="I was not running when this came in, and it is too old to answer now. Please ask again.",
    gave_up=(
        "Sorry, I tried this one several times and could not finish it. Please ask in other words, or "
        "tell your admin this id: `{id}`"
    ),
    took_too_long=(
        "This took too long, so I stopped. Please try a shorter question; if it happens again, tell your "
        "admin this id: `{id}`"
    ),
    not_written_down="I cannot take questions right now. Please try again in a minute.",
    expired="This is too old to act on. Please ask again.",
    may_not_share=(
        "I did not share this, because not everyone here may see {titles}. You can share it where they may."
    ),
    not_in_channel="I am not in this channel. Invite me with `/invite`, then try again.",
    no_words="I found no text in that message. I read what people write, not pictures or files.",
    pair_gone="This pair is resolved by now, or you may not see both of its notes. The next digest is up to date.",
    files_not_read="I read only what you write, so I did not look at the attached files.",
    nothing_found="I found nothing about this in the notes. Try other words, or name a collection with `in:`.",
    no_inbox="Nobody has set up a place for saved threads yet. Ask your admin to set `slack.inbox_collection`.",
    may_not_save="You may not save notes from here. Ask your admin, or somebody who looks after the notes.",
    no_window="Slack opened no window for the note. Please choose the shortcut again.",
    may_not_ask=(
        "In this channel only some people may ask me. Please write to me directly, or ask in another channel."
    ),
    nobody_to_call=(
        "There is nobody I could call for this channel. Please ask a colleague, or your admin to name somebody."
    ),
    not_called="Only those who were called can mark this as resolved.",
    asked_too_much="You have asked {asked} questions in the last minute; please wait {wait} and ask again.",
    busy_minute="Many people are asking me at once; please wait {wait} and ask again.",
    queue_full="I have more questions in line than I can answer soon. Please ask again in a few minutes.",
    # What the bot does, and what it has done.
    looking="Looking for an answer to: {question}",
    asked="{person} asks: {question}",
    searching="is searching the notes...",
    reading=("is reading 1 note...", "is reading {number} notes..."),
    writing="is writing the answer...",
    next_in_line="is busy; yours is next in line...",
    in_line="is busy; {ahead} before yours in line...",
    together="This answers {messages} messages of this conversation together.",
    stopped_before="Stopped on request. Ask again whenever you like.",
    nothing_to_stop=(
        "I am not writing an answer here, so there is nothing to stop. Ask me a question whenever you like."
    ),
    muted=(
        "I am quiet in this thread from now on. Mention me with a question and I answer that one; "
        "mention me with `unmute` and I join in again."
    ),
    unmuted="I am back in this thread, as I was before somebody muted me.",
    not_a_thread="I can only be quiet in a thread of a channel: say `mute` or `unmute` to me there.",
    shared_by="Shared by {person}",
    shared="Shared. Everyone here can see it now.",
    thanks="Thank you, noted. Press the other one if you change your mind.",
    noted="Thank you, noted.",
    passed_on="Thank you. I passed it on to whoever looks after these notes, without your name.",
    kept_nothing="I had kept nothing of you.",
    forgotten="Deleted: {items} of your records here.",
    not_forgotten="What I am answering for you just now is not among it: press again afterwards.",
    stays_in_slack="Messages in Slack stay; you can delete yours there.",
    dismissed="Left out of the digest from now on. It comes back when one of the two notes changes.",
    snoozed="Left out of the digest for 30 days. It comes back when one of the two notes changes.",
    question_resolved="Marked as resolved. The next digest leaves it out.",
    calling="{person} would like to talk to a person. {people}, can you help?",
    called="I have called somebody into the thread. They will answer you there.",
    called_before="Somebody has been called for this answer already. They will answer in the thread.",
    resolved_by=":white_check_mark: Resolved by {person}",
    resolved="Marked as resolved. Thank you for helping.",
    # Answers, their sources and buttons.
    share="Share",
    person_wanted="I need a person",
    helpful="Helpful",
    not_helpful="Not helpful",
    says_little="The notes say little about this. Please check the sources.",
    nearest="The nearest notes:",
    sources="Sources",
    read_in=("From 1 note in {seconds} s", "From {number} notes in {seconds} s"),
    line="line {first}",
    lines="lines {first}–{last}",
    changed="changed {date}",
    by="by {author}",
    also_in="also in {places}",
    also_in_more="also in {places} and {number} more places",
    resolve="Resolved",
    # Searches.
    explain="Explain",
    related="Related",
    more="More",
    deeper="Search deeper",
    ask_this="Ask this",
    notes_for="Notes for",
    page="page {number}",
    no_more="These were all the notes for {query}. *Search deeper* looks for other words too.",
    no_note=(
        "I found no note for {query}. Try fewer or other words, leave out filters, or let *Search "
        "deeper* find other words for it."
    ),
    also_searched="Also searched: {words}",
    close_to="Close to {path}:",
    nothing_close="No other note is close to {path}. Try a search with words of your own.",
    # What the bot says of itself.
    hello="Hello! I answer questions from the team's notes, and every answer names its sources.",
    help="Ask me a question about the team's notes, for example: {ask} how many vacation days do I get?",
    how_to_ask=(
        "*Ask* a question and get an answer with its sources:\n"
        "• `{ask} how many vacation days do I get?`\n"
        "• mention me in a channel or a thread, or write to me directly; follow-up questions are "
        "understood\n*Search* for notes:\n• `{search} travel expenses`"
    ),
    filters=(
        "Narrow it down: `{search} rollback in:runbooks after:2025-01-01 -draft`. There are also "
        '`path:hr/`, `tag:policy`, `author:ann`, `before:2025-06-30` and `"an exact phrase"`.'
    ),
    try_these="Try one of these",
    prompt_title="What do you know?",
    prompt="What are these notes about?",
    # Why an answer did not help.
    what_was_missing="What was missing?",
    send="Send",
    skip="Skip",
    say_why="Noted. If you like, say why.",
    say_why_passed_on="Noted. If you like, say why: it goes to whoever looks after these notes, without your name.",
    reason="Reason",
    in_your_words="In your words",
    reason_wrong="It is wrong",
    reason_outdated="It is out of date",
    reason_incomplete="Something is missing",
    reason_off_topic="It answers another question",
    reason_sources="Its sources do not fit",
    no_reason="No reason was chosen",
    did_not_help="An answer from a note of yours did not help: {reason}",
    the_question="The question",
    the_answer="The answer",
    why_you="You get this because a cited note or its history names you, or because you look after the notes.",
    # A thread that is saved as a note.
    save_title="Save as a note",
    reading_thread="Reading the thread ...",
    save="Save",
    cancel="Cancel",
    who_will_read="Everyone who may read the notes of *{collection}* will be able to read this one.",
    title="Title",
    file_name="File name",
    text="Text",
    text_part="Text, part {number} of {parts}",
    goes_with_it="With it go the date, {date}, the names of those who spoke, {people}",
    goes_with_link="With it go the date, {date}, the names of those who spoke, {people}, and the link {link}",
    read_in_part="I could not read the whole thread. If I am not in this channel, invite me and try again.",
    too_long_to_save="The thread is longer than a modal: only its beginning is here and will be saved.",
    saved="Saved as “{title}” in {place}. It can be searched now.",
    # The Home tab.
    home_title="Answers from your team's notes",
    can_search="What I can search for you",
    no_notes_yet="No notes yet. Ask your admin to run `footnote index`.",
    and_more="... and {number} more.",
    notes=("1 note", "{number} notes"),
    up_to_date="up to date as of {moment} UTC",
    asked_last="What you asked last",
    digest_times="Digest of duplicate notes: {following}, {last} ({zone})",
    next_digest="next on {moment}",
    no_next_digest="no next one",
    last_digest="the last one was for {moment}",
    no_last_digest="none so far",
    for_admins="For admins",
    health="Health",
    usage="Last 7 days and feedback",
    settings="Settings",
    no_counts="The state database cannot be read now. Run `footnote doctor`.",
    questions_asked="questions: {questions} from {people} people, {without} without an answer",
    open_questions="open questions for the digest: {number}",
    verdicts="feedback: {helpful} helpful, {not_helpful} not helpful, {with_reason} with a reason",
    delete_my_data="Delete my data",
    sure_to_delete="Delete your data?",
    what_is_deleted=(
        "Your questions, their answers, searches, feedback and what I remember of our conversations are "
        "deleted. Messages in Slack stay. This cannot be undone."
    ),
    delete="Delete",
    keep="Keep",
    # The digest.
    close="Close",
    digest=ENGLISH_DIGEST,
    remarks={},
)
