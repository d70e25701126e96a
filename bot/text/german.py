"""The bot's words in German. It says `du`, as people in Slack do."""

from bot.text.german_answers import OF_ANSWERS
from bot.text.german_digest import GERMAN_DIGEST
from bot.text.german_health import OF_HEALTH
from bot.text.german_index import OF_THE_INDEX
from bot.text.german_models import OF_MODELS
from bot.text.wording import Wording

GERMAN = Wording(
    # What something in the sentences is called.
    somebody="Jemand",
    thousands=".",
    decimal=",",
    quotes=("„", "“"),
    seconds=("1 Sekunde", "{number} Sekunden"),
    day_form="{day}. {month} {year}",
    minute_form="{date}, {time} Uhr",
    months=("Jan.", "Feb.", "März", "April", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez."),
    # Why something was not done, or only in part, and what to do next.
    problem="{sentence} Wenn das so bleibt, gib deinem Admin diese Kennung: `{id}`",
    unexpected=(
        "Entschuldige, bei mir ist etwas schiefgegangen. Versuch es bitte noch einmal; wenn es wieder "
        "passiert, gib deinem Admin diese Kennung: `{id}`"
    ),
    stopping=(
        "Ich werde gerade neu gestartet und konnte diese Antwort nicht beenden. Frag bitte in einer "
        "Minute noch einmal."
    ),
    too_late="Ich lief nicht, als das kam, und jetzt ist es zu alt für eine Antwort. Frag bitte noch einmal.",
    gave_up=(
        "Entschuldige, ich habe das mehrmals versucht und nicht geschafft. Frag bitte mit anderen "
        "Worten, oder gib deinem Admin diese Kennung: `{id}`"
    ),
    took_too_long=(
        "Das dauerte zu lange, darum habe ich aufgehört. Versuch es bitte mit einer kürzeren Frage; wenn "
        "es wieder passiert, gib deinem Admin diese Kennung: `{id}`"
    ),
    not_written_down="Ich kann gerade keine Fragen annehmen. Versuch es bitte in einer Minute noch einmal.",
    expired="Das ist zu alt, ich weiß nichts mehr davon. Frag bitte noch einmal.",
    may_not_share=(
        "Das habe ich nicht geteilt, denn nicht alle hier dürfen {titles} sehen. Teile es dort, wo sie es dürfen."
    ),
    not_in_channel="Ich bin nicht in diesem Kanal. Lade mich mit `/invite` ein und versuch es dann noch einmal.",
    no_words="In dieser Nachricht fand ich keinen Text. Ich lese, was Leute schreiben, keine Bilder oder Dateien.",
    pair_gone=(
        "Dieses Paar ist inzwischen erledigt, oder du darfst nicht beide Notizen sehen. Die nächste "
        "Übersicht ist aktuell."
    ),
    files_not_read="Ich lese nur, was du schreibst; die angehängten Dateien habe ich nicht angesehen.",
    nothing_found="Dazu fand ich nichts in den Notizen. Versuch andere Worte, oder nenne mit `in:` eine Sammlung.",
    no_inbox=(
        "Noch hat niemand einen Ort für gespeicherte Threads eingerichtet. Bitte deinen Admin, "
        "`slack.inbox_collection` zu setzen."
    ),
    may_not_save=(
        "Von hier aus darfst du keine Notizen speichern. Frag deinen Admin oder jemanden, der die Notizen pflegt."
    ),
    no_window="Slack hat kein Fenster für die Notiz geöffnet. Wähle das Kürzel bitte noch einmal.",
    may_not_ask=(
        "In diesem Kanal dürfen mich nur einige fragen. Schreib mir bitte direkt, oder frag in einem anderen Kanal."
    ),
    nobody_to_call=(
        "Für diesen Kanal kann ich niemanden rufen. Frag bitte Kollegen, oder bitte deinen Admin, "
        "jemanden zu benennen."
    ),
    not_called="Nur wer gerufen wurde, kann das als erledigt markieren.",
    asked_too_much=(
        "Du hast in der letzten Minute {asked} Fragen gestellt; warte bitte {wait} und frag dann noch einmal."
    ),
    busy_minute="Gerade fragen mich viele auf einmal; warte bitte {wait} und frag dann noch einmal.",
    queue_full=(
        "Bei mir warten mehr Fragen, als ich bald beantworten kann. Frag bitte in ein paar Minuten noch einmal."
    ),
    # What the bot does, and what it has done.
    looking="Ich suche eine Antwort auf: {question}",
    asked="{person} fragt: {question}",
    searching="sucht in den Notizen ...",
    reading=("liest 1 Notiz ...", "liest {number} Notizen ..."),
    writing="schreibt die Antwort ...",
    next_in_line="ist beschäftigt; danach bist du dran ...",
    in_line="ist beschäftigt; {ahead} sind vor dir dran ...",
    together="Dies beantwortet {messages} Nachrichten dieses Gesprächs zusammen.",
    stopped_before="Auf Wunsch abgebrochen. Frag jederzeit wieder.",
    nothing_to_stop=(
        "Ich schreibe hier gerade keine Antwort, also gibt es nichts abzubrechen. Frag mich jederzeit etwas."
    ),
    muted=(
        "In diesem Thread bin ich ab jetzt still. Erwähne mich mit einer Frage, und ich beantworte diese "
        "eine; erwähne mich mit `unmute`, und ich bin wieder dabei."
    ),
    unmuted="In diesem Thread bin ich wieder dabei, so wie vorher.",
    not_a_thread="Still sein kann ich nur im Thread eines Kanals: Sag mir dort `mute` oder `unmute`.",
    shared_by="Geteilt von {person}",
    shared="Geteilt. Alle hier können es jetzt sehen.",
    thanks="Danke, notiert. Drück den anderen Knopf, wenn du deine Meinung änderst.",
    noted="Danke, notiert.",
    passed_on="Danke. Ich habe es ohne deinen Namen an die weitergegeben, die diese Notizen pflegen.",
    kept_nothing="Ich hatte nichts von dir gespeichert.",
    forgotten="Gelöscht: {items} deiner Einträge hier.",
    not_forgotten="Was ich gerade für dich beantworte, ist nicht dabei: Drück danach noch einmal.",
    stays_in_slack="Nachrichten in Slack bleiben; deine kannst du dort löschen.",
    dismissed="Fehlt ab jetzt in der Übersicht. Es kommt wieder, wenn sich eine der beiden Notizen ändert.",
    snoozed=(
        "Fehlt 30 Tage lang in der Übersicht. Es kommt früher wieder, wenn sich eine der beiden Notizen ändert."
    ),
    question_resolved="Als erledigt markiert. In der nächsten Übersicht fehlt es.",
    calling="{person} möchte mit einem Menschen sprechen. {people}, könnt ihr helfen?",
    called="Ich habe jemanden in den Thread gerufen. Dort bekommst du Antwort.",
    called_before="Zu dieser Antwort ist schon jemand gerufen. Antwort kommt im Thread.",
    resolved_by=":white_check_mark: Erledigt von {person}",
    resolved="Als erledigt markiert. Danke für deine Hilfe.",
    # Answers, their sources and buttons.
    share="Teilen",
    person_wanted="Ich brauche einen Menschen",
    helpful="Hilfreich",
    not_helpful="Nicht hilfreich",
    says_little="Die Notizen sagen wenig dazu. Prüf bitte die Quellen.",
    nearest="Die nächstliegenden Notizen:",
    sources="Quellen",
    read_in=("Aus 1 Notiz in {seconds} s", "Aus {number} Notizen in {seconds} s"),
    line="Zeile {first}",
    lines="Zeilen {first}–{last}",
    changed="geändert am {date}",
    by="von {author}",
    also_in="auch in {places}",
    also_in_more="auch in {places} und an {number} weiteren Stellen",
    resolve="Erledigt",
    # Searches.
    explain="Erklären",
    related="Ähnliche",
    more="Mehr",
    deeper="Tiefer suchen",
    ask_this="Das fragen",
    notes_for="Notizen zu",
    page="Seite {number}",
    no_more="Das waren alle Notizen zu {query}. *Tiefer suchen* sucht auch nach anderen Worten.",
    no_note=(
        "Zu {query} fand ich keine Notiz. Versuch weniger oder andere Worte, lass Filter weg, oder lass "
        "*Tiefer suchen* andere Worte dafür finden."
    ),
    also_searched="Auch gesucht: {words}",
    close_to="Nah an {path}:",
    nothing_close="Keine andere Notiz ist nah an {path}. Versuch eine Suche mit eigenen Worten.",
    # What the bot says of itself.
    hello="Hallo! Ich beantworte Fragen aus den Notizen des Teams, und jede Antwort nennt ihre Quellen.",
    help="Frag mich etwas zu den Notizen des Teams, zum Beispiel: {ask} wie viele Urlaubstage habe ich?",
    how_to_ask=(
        "*Frag* etwas und bekomm eine Antwort mit Quellen:\n"
        "• `{ask} wie viele Urlaubstage habe ich?`\n"
        "• erwähne mich in einem Kanal oder Thread, oder schreib mir direkt; Rückfragen werden "
        "verstanden\n*Suche* nach Notizen:\n• `{search} Reisekosten`"
    ),
    filters=(
        "Grenze es ein: `{search} Rollback in:runbooks after:2025-01-01 -Entwurf`. Es gibt auch "
        '`path:hr/`, `tag:policy`, `author:ann`, `before:2025-06-30` und `"genau diese Worte"`.'
    ),
    try_these="Versuch eine davon",
    prompt_title="Was weißt du?",
    prompt="Wovon handeln diese Notizen?",
    # Why an answer did not help.
    what_was_missing="Was hat gefehlt?",
    send="Senden",
    skip="Überspringen",
    say_why="Notiert. Wenn du magst, sag warum.",
    say_why_passed_on=(
        "Notiert. Wenn du magst, sag warum: Es geht ohne deinen Namen an die, die diese Notizen pflegen."
    ),
    reason="Grund",
    in_your_words="In deinen Worten",
    reason_wrong="Sie ist falsch",
    reason_outdated="Sie ist veraltet",
    reason_incomplete="Es fehlt etwas",
    reason_off_topic="Sie beantwortet eine andere Frage",
    reason_sources="Ihre Quellen passen nicht",
    no_reason="Kein Grund gewählt",
    did_not_help="Eine Antwort aus einer deiner Notizen half nicht: {reason}",
    the_question="Die Frage",
    the_answer="Die Antwort",
    why_you=(
        "Du bekommst das, weil eine zitierte Notiz oder ihre Geschichte dich nennt oder weil du die Notizen pflegst."
    ),
    # A thread that is saved as a note.
    save_title="Als Notiz speichern",
    reading_thread="Ich lese den Thread ...",
    save="Speichern",
    cancel="Abbrechen",
    who_will_read="Alle, die die Notizen von *{collection}* lesen dürfen, werden auch diese lesen können.",
    title="Titel",
    file_name="Dateiname",
    text="Inhalt",
    text_part="Inhalt, Teil {number} von {parts}",
    goes_with_it="Mit ihr gehen das Datum, {date}, und die Namen derer, die gesprochen haben, {people}",
    goes_with_link=(
        "Mit ihr gehen das Datum, {date}, die Namen derer, die gesprochen haben, {people}, und der Link {link}"
    ),
    read_in_part=(
        "Den ganzen Thread konnte ich nicht lesen. Falls ich nicht in diesem Kanal bin, lade mich ein "
        "und versuch es noch einmal."
    ),
    too_long_to_save="Der Thread ist länger als dieses Fenster: Nur sein Anfang steht hier und wird gespeichert.",
    saved="Gespeichert als „{title}“ in {place}. Ab jetzt kann danach gesucht werden.",
    # The Home tab.
    home_title="Antworten aus den Notizen deines Teams",
    can_search="Was ich für dich durchsuchen kann",
    no_notes_yet="Noch keine Notizen. Bitte deinen Admin, `footnote index` auszuführen.",
    and_more="... und {number} weitere.",
    notes=("1 Notiz", "{number} Notizen"),
    up_to_date="auf dem Stand vom {moment} UTC",
    asked_last="Was du zuletzt gefragt hast",
    digest_times="Übersicht doppelter Notizen: {following}, {last} ({zone})",
    next_digest="die nächste am {moment}",
    no_next_digest="keine weitere",
    last_digest="die letzte war vom {moment}",
    no_last_digest="bisher keine",
    for_admins="Für Admins",
    health="Zustand",
    usage="Letzte 7 Tage und Rückmeldungen",
    settings="Einstellungen",
    no_counts="Die Zustandsdatenbank ist gerade nicht lesbar. Führ `footnote doctor` aus.",
    questions_asked="Fragen: {questions} von {people} Leuten, {without} ohne Antwort",
    open_questions="offene Fragen für die Übersicht: {number}",
    verdicts="Rückmeldungen: {helpful} hilfreich, {not_helpful} nicht hilfreich, {with_reason} mit Grund",
    delete_my_data="Meine Daten löschen",
    sure_to_delete="Deine Daten löschen?",
    what_is_deleted=(
        "Deine Fragen, ihre Antworten, Suchen, Rückmeldungen und was ich von unseren Gesprächen weiß "
        "werden gelöscht. Nachrichten in Slack bleiben. Das lässt sich nicht rückgängig machen."
    ),
    delete="Löschen",
    keep="Behalten",
    # The digest.
    close="Schließen",
    digest=GERMAN_DIGEST,
    remarks={**OF_ANSWERS, **OF_MODELS, **OF_THE_INDEX, **OF_HEALTH},
)
