"""What is said of the index and its database where they are used, by the English, in German."""

from collections.abc import Mapping

OF_THE_INDEX: Mapping[str, str] = {
    # There is none yet, or it is another one.
    "There is no index at {path} yet.": "In {path} ist noch kein Index.",
    "Nothing has been indexed in {database} yet.": "In {database} wurde noch nichts indexiert.",
    "Run `footnote index` first.": "Führ zuerst `footnote index` aus.",
    "The notes are not embedded yet.": "Die Notizen haben noch keine Vektoren.",
    "Run `footnote index`; keyword search works meanwhile.": (
        "Führ `footnote index` aus; nach Stichworten kann schon gesucht werden."
    ),
    "The index holds vectors of the model {recorded!r}; {model!r} is configured.": (
        "Der Index hat Vektoren des Modells „{recorded}“; eingestellt ist „{model}“."
    ),
    "Run `footnote index --full` to embed the notes again, or set embeddings.model to {recorded!r}.": (
        "Führ `footnote index --full` aus, um neue Vektoren zu bilden, oder setz embeddings.model auf „{recorded}“."
    ),
    "Run `footnote index --full` to embed the notes again.": (
        "Führ `footnote index --full` aus, um neue Vektoren zu bilden."
    ),
    "The database {database} was written by an older version of Footnote.": (
        "Die Datenbank {database} stammt von einem älteren Footnote."
    ),
    "The index in {database} was written by an older version of Footnote.": (
        "Der Index in {database} stammt von einem älteren Footnote."
    ),
    "Run `footnote index` to bring it up to date.": "Führ `footnote index` aus, um ihn zu erneuern.",
    "The database {database} has schema {version}, from a newer Footnote; this one knows {known}.": (
        "Die Datenbank {database} hat Schema {version} von einem neueren Footnote; dieses kennt {known}."
    ),
    "The index in {database} has schema {version}, from a newer Footnote; this one knows {known}.": (
        "Der Index in {database} hat Schema {version} von einem neueren Footnote; dieses kennt {known}."
    ),
    "Update Footnote, or name another database file.": (
        "Bring Footnote auf den neuen Stand, oder nenn eine andere Datenbankdatei."
    ),
    "Update Footnote, or name another database.": (
        "Bring Footnote auf den neuen Stand, oder nenn eine andere Datenbank."
    ),
    "{path} is a database of another program.": "{path} ist die Datenbank eines anderen Programms.",
    "Name another file in the configuration.": "Nenn in der Konfiguration eine andere Datei.",
    # It is busy, full or closed.
    "Another process is indexing into {database} now.": "Gerade indexiert ein anderer Prozess nach {database}.",
    "The database {database} is locked by another process.": (
        "Die Datenbank {database} ist von einem anderen Prozess gesperrt."
    ),
    "Wait until it has finished, then run it again.": "Warte, bis er fertig ist, und versuch es dann noch einmal.",
    "There is no space left to write {path}.": "Für {path} ist kein Platz mehr.",
    "Free some disk space, then run it again.": "Schaff Platz auf der Platte, und versuch es dann noch einmal.",
    "{path} cannot be opened or written.": "{path} lässt sich nicht öffnen oder schreiben.",
    "Give this user permission to write the file and its folder {folder}, or name another database.": (
        "Erlaub diesem Benutzer, die Datei und ihren Ordner {folder} zu schreiben, oder nenn eine andere Datenbank."
    ),
    "The disk failed while reading or writing {path}.": "Beim Lesen oder Schreiben von {path} versagte die Platte.",
    "Check the disk's free space and health, then run it again.": (
        "Prüf Platz und Zustand der Platte, und versuch es dann noch einmal."
    ),
    "The database {database} is closed.": "Die Datenbank {database} ist geschlossen.",
    "Open it again.": "Öffne sie wieder.",
    "The database {database} could not do its work.": "Die Datenbank {database} konnte ihre Arbeit nicht tun.",
    "Run `footnote doctor`.": "Führ `footnote doctor` aus.",
    # It is not whole.
    "{path} is damaged or is no SQLite database.": "{path} ist beschädigt oder keine SQLite-Datenbank.",
    "Move the file away, then run `footnote index` to build it again.": (
        "Verschieb die Datei, und bau sie mit `footnote index` neu auf."
    ),
    "{note}, chunk {number} (lines {first} to {last})": "{note}, Abschnitt {number} (Zeilen {first} bis {last})",
    "The text of {chunk} is missing in the index.": "Der Text von {chunk} fehlt im Index.",
    "The index holds two rows for {chunk}.": "Der Index hat zwei Zeilen für {chunk}.",
    "The vector of {chunk} has {found} dimensions; the index has {dimension}.": (
        "Der Vektor von {chunk} hat {found} Dimensionen; der Index hat {dimension}."
    ),
    "The vector of {chunk} is missing in the index.": "Der Vektor von {chunk} fehlt im Index.",
    "The vector of {chunk} is zero or not finite.": "Der Vektor von {chunk} ist null oder nicht endlich.",
    "The index does not say which model its vectors come from.": (
        "Der Index sagt nicht, von welchem Modell seine Vektoren sind."
    ),
    "Run `footnote index --full` to read and embed the notes again.": (
        "Führ `footnote index --full` aus, um die Notizen neu zu lesen und Vektoren zu bilden."
    ),
    "The index lacks the row about itself.": "Dem Index fehlt die Zeile über ihn selbst.",
    "Restore it from a backup, or drop the schema footnote and run `footnote index`.": (
        "Stell ihn aus einer Sicherung her, oder lösch das Schema footnote und führ `footnote index` aus."
    ),
    # What its database needs.
    "This Python's sqlite3 module cannot load extensions, and the vector index is one.": (
        "Das Modul sqlite3 dieses Python lädt keine Erweiterungen, und der Vektorindex ist eine."
    ),
    "On Linux x86-64 run `pip install pysqlite3`; elsewhere use a Python built with "
    "`--enable-loadable-sqlite-extensions`, such as Homebrew's, conda's or uv's (`uv python install`).": (
        "Führ unter Linux x86-64 `pip install pysqlite3` aus; nimm sonst ein Python, das mit "
        "`--enable-loadable-sqlite-extensions` gebaut ist, etwa von Homebrew, conda oder uv (`uv python install`)."
    ),
    "An index in PostgreSQL needs packages that are not installed.": (
        "Ein Index in PostgreSQL braucht Pakete, die nicht installiert sind."
    ),
    "Run `pip install 'footnote-bot[postgres]'`, or in a checkout `pip install -e '.[postgres]'`.": (
        "Führ `pip install 'footnote-bot[postgres]'` aus, oder im Quelltext `pip install -e '.[postgres]'`."
    ),
    "The server refuses the user or password of {database}.": (
        "Der Server lehnt Benutzer oder Passwort von {database} ab."
    ),
    "Set the password in {variable}, PGPASSWORD or a password file, and check the user.": (
        "Setz das Passwort in {variable}, PGPASSWORD oder einer Passwortdatei, und prüf den Benutzer."
    ),
    "The server of {database} has no such database.": "Der Server von {database} hat keine solche Datenbank.",
    "Create it (`createdb NAME`), or name another one in {settings}.database.": (
        "Leg sie an (`createdb NAME`), oder nenn in {settings}.database eine andere."
    ),
    "The user of {database} may not do what the {what} needs.": (
        "Der Benutzer von {database} darf nicht, was der {what} braucht."
    ),
    "index": "Index",
    "state": "Zustand",
    "Give it the schema: CREATE SCHEMA {schema} AUTHORIZATION its_name; or connect as the owner.": (
        "Gib ihm das Schema: CREATE SCHEMA {schema} AUTHORIZATION name; oder verbinde dich als Eigentümer."
    ),
    "The database {database} can only be read.": "Die Datenbank {database} lässt sich nur lesen.",
    "Name the primary server, or add target_session_attrs=read-write to the address.": (
        "Nenn den Hauptserver, oder ergänze die Adresse um target_session_attrs=read-write."
    ),
    "There is no space left in the database {database}.": "In der Datenbank {database} ist kein Platz mehr.",
    "Free some, then run it again.": "Schaff welchen, und versuch es dann noch einmal.",
    "The database {database} did not finish a statement in time.": (
        "Die Datenbank {database} wurde mit einer Anweisung nicht rechtzeitig fertig."
    ),
    "Try again, or raise {settings}.statement_timeout_seconds.": (
        "Versuch es noch einmal, oder erhöhe {settings}.statement_timeout_seconds."
    ),
    "The server of {database} has no connection left.": "Der Server von {database} hat keine Verbindung mehr frei.",
    "Lower {settings}.connections here or elsewhere, or raise max_connections there.": (
        "Senk {settings}.connections hier oder anderswo, oder erhöhe dort max_connections."
    ),
    "The database {database} is held by another process.": (
        "Die Datenbank {database} wird von einem anderen Prozess gehalten."
    ),
    "Try again when it has finished.": "Versuch es noch einmal, wenn er fertig ist.",
    "The server of {database} is starting or stopping.": "Der Server von {database} startet oder endet gerade.",
    "The connection to {database} was lost.": "Die Verbindung zu {database} ging verloren.",
    "The server of {database} cannot be reached.": "Der Server von {database} ist nicht erreichbar.",
    "Check that the server runs and can be reached from here, then try again.": (
        "Prüf, ob der Server läuft und von hier erreichbar ist, und versuch es dann noch einmal."
    ),
    "No secure connection to {database} came about.": "Zu {database} kam keine sichere Verbindung zustande.",
    "Check sslmode, sslrootcert and the server's certificate.": (
        "Prüf sslmode, sslrootcert und das Zertifikat des Servers."
    ),
    "The {what} in {database} lacks a table or column.": "Dem {what} in {database} fehlt eine Tabelle oder Spalte.",
    "Restore it from a backup, or drop the schema footnote_state: every conversation is forgotten then.": (
        "Stell ihn aus einer Sicherung her, oder lösch das Schema footnote_state: Dann ist jedes Gespräch vergessen."
    ),
    "The database's address cannot be read.": "Die Adresse der Datenbank ist nicht lesbar.",
    "Write it as postgresql://USER@HOST:PORT/DATABASE, special characters percent-encoded.": (
        "Schreib sie als postgresql://USER@HOST:PORT/DATABASE, Sonderzeichen mit Prozentzeichen kodiert."
    ),
    "The server of {database} is PostgreSQL {major}.": "Der Server von {database} ist PostgreSQL {major}.",
    "Footnote needs {least} or newer.": "Footnote braucht {least} oder neuer.",
    "The database {database} keeps its text as {encoding}.": (
        "Die Datenbank {database} speichert Text als {encoding}."
    ),
    "Create one with createdb --encoding=UTF8 --template=template0.": (
        "Leg eine mit createdb --encoding=UTF8 --template=template0 an."
    ),
    "The server of {database} does not offer the extension pgvector.": (
        "Der Server von {database} hat die Erweiterung pgvector nicht."
    ),
    "Install it there (Debian: postgresql-{major}-pgvector), or take a server that has it.": (
        "Installier sie dort (Debian: postgresql-{major}-pgvector), oder nimm einen Server, der sie hat."
    ),
    "The database {database} has pgvector {version}.": "Die Datenbank {database} hat pgvector {version}.",
    "Footnote needs 0.8 or newer: update it on the server, then run ALTER EXTENSION vector UPDATE.": (
        "Footnote braucht 0.8 oder neuer: Erneuere es auf dem Server, und führ ALTER EXTENSION vector UPDATE aus."
    ),
    "The extension pgvector is not created in {database}, and this user may not do it.": (
        "Die Erweiterung pgvector ist in {database} nicht angelegt, und dieser Benutzer darf es nicht."
    ),
    "Ask a database administrator to run CREATE EXTENSION vector there.": (
        "Bitte einen Datenbankadmin, dort CREATE EXTENSION vector auszuführen."
    ),
}
