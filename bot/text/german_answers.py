"""What is said of questions, searches, answers and notes where they come about, by the English, in German."""

from collections.abc import Mapping

OF_ANSWERS: Mapping[str, str] = {
    # Questions and their filters.
    "The question is empty.": "Die Frage ist leer.",
    "Write a few words to look for.": "Schreib ein paar Worte, nach denen ich suchen soll.",
    "The question has {length:,} characters; at most {most:,} can be used.": (
        "Die Frage hat {length} Zeichen; höchstens {most} sind möglich."
    ),
    "Ask it in fewer words.": "Frag in weniger Worten.",
    "The question is not valid text.": "Die Frage ist kein gültiger Text.",
    "Type it again.": "Tipp sie noch einmal.",
    "{name}:{value} is no date.": "{name}:{value} ist kein Datum.",
    "Write it as year-month-day, like {name}:2025-01-31.": "Schreib es als Jahr-Monat-Tag, wie {name}:2025-01-31.",
    "There are {terms} filters; at most {most} can be used.": (
        "Das sind {terms} Filter; höchstens {most} sind möglich."
    ),
    "Leave some out.": "Lass einige weg.",
    "The filters are nested too deeply.": "Die Filter sind zu tief verschachtelt.",
    "Use fewer parentheses.": "Nimm weniger Klammern.",
    "A filter without any condition cannot be judged.": "Ein Filter ohne Bedingung sagt nichts.",
    "Leave it out.": "Lass ihn weg.",
    "The filter {name}: has no value.": "Der Filter {name}: hat keinen Wert.",
    "Write one after the colon, or leave it out.": "Schreib einen hinter den Doppelpunkt, oder lass ihn weg.",
    "author:{value} holds no name.": "author:{value} enthält keinen Namen.",
    "Write a name after author:.": "Schreib einen Namen hinter author:.",
    '"{value}" holds no word to look for.': "In „{value}“ ist kein Wort, nach dem ich suchen könnte.",
    "Use letters or digits.": "Nimm Buchstaben oder Ziffern.",
    "{token} is no filter, so it was searched as words. Filters are {known}.": (
        "{token} ist kein Filter, darum wurde danach als Worten gesucht. Filter sind {known}."
    ),
    # Collections and notes.
    "There is no collection {name!r}.": "Es gibt keine Sammlung „{name}“.",
    "There is no collection “{name}”. {offer}": "Es gibt keine Sammlung „{name}“. {offer}",
    "Use one of: {names}.": "Nimm eine von diesen: {names}.",
    "You have no collection here.": "Du hast hier keine Sammlung.",
    "There is no indexed note {path!r}.": "Es gibt keine indexierte Notiz „{path}“.",
    "There is no indexed note {path!r} in {collection!r}.": (
        "Es gibt in „{collection}“ keine indexierte Notiz „{path}“."
    ),
    "Use `file` as `footnote search --json` gives it.": "Nimm `file`, wie es `footnote search --json` ausgibt.",
    "Use the path as `footnote search --json` gives it.": (
        "Nimm den Pfad, wie ihn `footnote search --json` ausgibt."
    ),
    "Several collections have a note {path!r}.": "Mehrere Sammlungen haben eine Notiz „{path}“.",
    "Add {names}.": "Ergänze {names}.",
    "One of the two notes is gone, or you may not see it.": (
        "Eine der beiden Notizen gibt es nicht mehr, oder du darfst sie nicht sehen."
    ),
    "The next digest shows what is left.": "Die nächste Übersicht zeigt, was übrig ist.",
    "The settings of {collection} leave out a file of that name.": (
        "Die Einstellungen von {collection} lassen eine Datei dieses Namens aus."
    ),
    "Choose another name, or ask your admin to look at its include and exclude.": (
        "Wähl einen anderen Namen, oder bitte deinen Admin, include und exclude zu prüfen."
    ),
    "The note could not be written to {collection}: {reason}.": (
        "Die Notiz konnte nicht nach {collection} geschrieben werden: {reason}."
    ),
    "every name like it is taken": "alle ähnlichen Namen sind vergeben",
    "Ask your admin whether the bot may write to its folder.": (
        "Frag deinen Admin, ob der Bot in ihren Ordner schreiben darf."
    ),
    "The notes of collection {name!r} cannot be read: {reason}.": (
        "Die Notizen der Sammlung „{name}“ sind nicht lesbar: {reason}."
    ),
    "the folder cannot be listed: {why}": "der Inhalt des Ordners ist nicht zu sehen: {why}",
    "unknown reason": "Grund unbekannt",
    "Check that the folder {folder} exists and may be read.": (
        "Prüf, ob es den Ordner {folder} gibt und ob er gelesen werden darf."
    ),
    # Pairs of notes in a digest, and what could not be compared.
    "The notes have changed since this was set aside.": (
        "Die Notizen haben sich geändert, seit dies beiseitegelegt wurde."
    ),
    "The time for which this was set aside is over.": "Die Zeit, für die dies beiseitegelegt war, ist um.",
    "No note {where} is indexed, so nothing was compared.": (
        "Keine Notiz {where} ist indexiert, darum wurde nichts verglichen."
    ),
    "below {prefix!r}": "unter „{prefix}“",
    "in these collections": "in diesen Sammlungen",
    "Only the {pairs:,} strongest pairs of notes were looked at, {more:,} more were "
    "found: some text stands in a great many notes. Compare fewer with --prefix.": (
        "Nur die {pairs} stärksten Paare wurden angesehen, {more} weitere gefunden: Ein Text steht in sehr vielen "
        "Notizen. Vergleich weniger mit --prefix."
    ),
    "The collection {name} was never indexed whole. Run `footnote index`.": (
        "Die Sammlung {name} wurde noch nie ganz indexiert. Führ `footnote index` aus."
    ),
    "The folder of the collection {name} cannot be read.": "Der Ordner der Sammlung {name} ist nicht lesbar.",
    "1 note is": "1 Notiz ist",
    "{count:,} notes are": "{count} Notizen sind",
    "{notes} in the index no longer in their folder. Run `footnote index`.": (
        "{notes} im Index, aber nicht mehr im Ordner. Führ `footnote index` aus."
    ),
    "{notes} changed since they were indexed. Run `footnote index`.": (
        "{notes} seit dem Indexieren geändert worden. Führ `footnote index` aus."
    ),
    "{notes} not in the index. Run `footnote index`.": "{notes} nicht im Index. Führ `footnote index` aus.",
    "1 passage has": "1 Abschnitt hat",
    "{count:,} passages have": "{count} Abschnitte haben",
    "{passages} no vector yet and can only be compared by words. Run `footnote index`.": (
        "{passages} noch keinen Vektor, darum zählen da nur die Worte. Führ `footnote index` aus."
    ),
    # How a search came about.
    "Searched by keywords only: {failure}": "Nur nach Stichworten gesucht: {failure}",
    "Searched for the question as it stands: {failure}": "Nach der Frage gesucht, wie sie dasteht: {failure}",
    "Other words are switched off here (retrieval.plan), so only your own were searched.": (
        "Andere Worte sind hier abgeschaltet (retrieval.plan), darum wurde nur nach deinen eigenen gesucht."
    ),
    "No chat model is configured, so only your own words were searched.": (
        "Kein Sprachmodell ist eingerichtet, darum wurde nur nach deinen eigenen Worten gesucht."
    ),
    "The chat model {missing}, so only your own words were searched.": (
        "Das Sprachmodell {missing}, darum wurde nur nach deinen eigenen Worten gesucht."
    ),
    "The chat model {missing} when asked for a rewrite, so only keywords were added.": (
        "Das Sprachmodell {missing}, als es umformulieren sollte, darum kamen nur Stichworte dazu."
    ),
    "The chat model {missing} when asked for keywords, so only a rewrite was added.": (
        "Das Sprachmodell {missing}, als es Stichworte nennen sollte, darum kam nur eine Umformulierung dazu."
    ),
    "The chat model {missing} when asked what this follows up, so words were carried over.": (
        "Das Sprachmodell {missing}, als es um den Bezug dieser Frage ging, darum wurden Worte übernommen."
    ),
    "Looking again ended early, because {failed}.": "Das weitere Suchen endete vorzeitig: {failed}.",
    "the chat model {missing}": "das Sprachmodell {missing}",
    "the index could not be used": "der Index war nicht nutzbar",
    "took too long": "brauchte zu lange",
    "is not set up": "ist nicht eingerichtet",
    "did not answer": "antwortete nicht",
    "takes no requests now": "nimmt gerade keine Anfragen an",
    "refuses the request": "lehnt die Anfrage ab",
    "broke off": "brach ab",
    "did not do its work": "tat seine Arbeit nicht",
    "wrote nothing that can be used": "schrieb nichts Brauchbares",
    "The reranker took too long and was left out.": "Das Umsortieren dauerte zu lange und fiel weg.",
    "The reranker did not answer and was left out.": "Das Umsortieren gelang nicht und fiel weg.",
    "Today's budget for the chat model is used up, so only your own words were searched.": (
        "Das heutige Budget für das Sprachmodell ist verbraucht, darum wurde nur nach deinen eigenen Worten gesucht."
    ),
    # How an answer came about.
    "I could not find an answer to this in the notes.": "Darauf fand ich in den Notizen keine Antwort.",
    "The nearest notes may help, or try other words.": (
        "Vielleicht helfen die nächstliegenden Notizen, oder versuch andere Worte."
    ),
    "The notes may not answer this. The closest passages:": (
        "Vielleicht beantworten die Notizen das nicht. Am nächsten kommen diese Stellen:"
    ),
    "The chat model did not answer, so these are the notes' own words.": (
        "Das Sprachmodell antwortete nicht, darum sind dies die Worte der Notizen selbst."
    ),
    "The chat model named no source for its answer, so these are the notes' own words.": (
        "Das Sprachmodell nannte keine Quelle für seine Antwort, darum sind dies die Worte der Notizen selbst."
    ),
    "Today's budget for the chat model is used up, so these are the notes' own words. "
    "Full answers are back tomorrow.": (
        "Das heutige Budget für das Sprachmodell ist verbraucht, darum sind dies die Worte der Notizen "
        "selbst. Ganze Antworten gibt es morgen wieder."
    ),
    "Stopped on request, so this answer is incomplete.": (
        "Auf Wunsch abgebrochen, darum ist diese Antwort unvollständig."
    ),
    "The chat model broke off, so this answer may be incomplete.": (
        "Das Sprachmodell brach ab, darum ist diese Antwort vielleicht unvollständig."
    ),
    "(not backed by the notes)": "(nicht durch die Notizen belegt)",
    "The notes differ: {newer} says {new} {first}, {older} says {old} {second}.": (
        "Die Notizen widersprechen sich: In {newer} steht {new} {first}, in {older} steht {old} {second}."
    ),
    "The notes differ: {newer} {first} says the opposite of {older} {second}.": (
        "Die Notizen widersprechen sich: {newer} {first} sagt das Gegenteil von {older} {second}."
    ),
    "“{title}”": "„{title}“",
    "“{title}” (changed {day.day} {day:%b %Y})": "„{title}“ (geändert am {day})",
    "Last changed more than two years ago: {notes}.": "Zuletzt vor mehr als zwei Jahren geändert: {notes}.",
    "{marker} ({day.day} {day:%b %Y})": "{marker} ({day})",
}
