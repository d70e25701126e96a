"""What admins read of the bot's health, and of git remotes, by the English, in German."""

from collections.abc import Mapping

OF_HEALTH: Mapping[str, str] = {
    # What answering needs.
    "connected": "verbunden",
    "no connection to Slack": "keine Verbindung zu Slack",
    "Slack has not been reached yet": "Slack wurde noch nicht erreicht",
    "Slack refuses calls ({reason})": "Slack lehnt Aufrufe ab ({reason})",
    "no reason given": "ohne Grund",
    "takes calls": "nimmt Aufrufe an",
    "takes calls; installed in {count}": "nimmt Aufrufe an; installiert in {count}",
    "{served} of {all} workspaces": "{served} von {all} Workspaces",
    "stopping": "wird beendet",
    "requests can be written down": "Anfragen werden festgehalten",
    "requests cannot be written down": "Anfragen lassen sich nicht festhalten",
    "{count} notes": "{count} Notizen",
    "nothing is indexed yet": "noch nichts indexiert",
    "keywords only: {failure}": "nur Stichworte: {failure}",
    "usable": "nutzbar",
    "no answer within {seconds:g} s": "keine Antwort in {seconds} s",
    "{count} answering": "{count} erreichbar",
    # How a git remote fares.
    "The remote of {name} cannot be reached.": "Das Remote von {name} ist nicht erreichbar.",
    "Look at the network, HTTPS_PROXY and `git` of collection {name}.": (
        "Prüf das Netz, HTTPS_PROXY und `git` der Sammlung {name}."
    ),
    "The remote of {name} did not give its notes within {seconds:,} s.": (
        "Das Remote von {name} gab seine Notizen nicht in {seconds} s."
    ),
    "Look at the network, or raise git.timeout_seconds.": "Prüf das Netz, oder erhöhe git.timeout_seconds.",
    "The remote of {name} does not let this key in.": "Das Remote von {name} lässt diesen Schlüssel nicht ein.",
    "Add the key in {key} to it.": "Trag dort den Schlüssel in {key} ein.",
    "Name a key that may read it as `deploy_key`.": "Nenn als `deploy_key` einen Schlüssel, der es lesen darf.",
    "The remote of {name} wants a token.": "Das Remote von {name} verlangt ein Token.",
    "Set one in the environment and name it `token_variable`.": (
        "Setz eines in der Umgebung, und nenn es als `token_variable`."
    ),
    "Set {variable} in the environment or .env.": "Setz {variable} in der Umgebung oder in .env.",
    "The remote of {name} does not accept the token in {variable}.": (
        "Das Remote von {name} nimmt das Token in {variable} nicht an."
    ),
    "Put a token there that may read the repository, and start again.": (
        "Setz dort ein Token, das das Repository lesen darf, und starte neu."
    ),
    "The ssh server of {name} is not known on this machine, or shows another key than before.": (
        "Der ssh-Server von {name} ist auf diesem Rechner nicht bekannt, oder er zeigt "
        "einen anderen Schlüssel als zuvor."
    ),
    "Connect to it once with `ssh` as the user that runs the bot, and compare its key.": (
        "Verbinde dich einmal mit `ssh` als Benutzer des Bots, und vergleich den Schlüssel."
    ),
    "The remote of {name} has no branch {branch!r}.": "Das Remote von {name} hat keinen Branch „{branch}“.",
    "The remote of {name} has no branch of its own.": "Das Remote von {name} hat keinen eigenen Branch.",
    "Look at `branch` of collection {name}.": "Prüf `branch` der Sammlung {name}.",
    "The remote of {name} has no folder {folder!r} on this branch.": (
        "Das Remote von {name} hat auf diesem Branch keinen Ordner „{folder}“."
    ),
    "Look at `subfolder` of collection {name}.": "Prüf `subfolder` der Sammlung {name}.",
    "There is no repository at the remote of {name}, or it may not be read.": (
        "Am Remote von {name} ist kein Repository, oder es darf nicht gelesen werden."
    ),
    "Look at `git` of collection {name}, and at what its token or key may read.": (
        "Prüf `git` der Sammlung {name}, und was ihr Token oder Schlüssel lesen darf."
    ),
    "The remote of {name} sends to another address, which is not followed.": (
        "Das Remote von {name} verweist an eine andere Adresse; dem wird nicht gefolgt."
    ),
    "Write the address that a browser ends at as `git` of collection {name}.": (
        "Schreib die Adresse, bei der ein Browser landet, als `git` der Sammlung {name}."
    ),
    "The repository of {name} belongs to another user of this machine, so git does not read it.": (
        "Das Repository von {name} gehört einem anderen Benutzer dieses Rechners, darum liest git es nicht."
    ),
    "Let the user that runs the bot own it, or reach it over ssh.": (
        "Lass es dem Benutzer des Bots gehören, oder erreich es über ssh."
    ),
    "The repository of {name} takes more than {megabytes:,} MB.": (
        "Das Repository von {name} braucht mehr als {megabytes} MB."
    ),
    "Raise git.max_megabytes, or keep the notes in a repository of their own.": (
        "Erhöhe git.max_megabytes, oder gib den Notizen ein eigenes Repository."
    ),
    "There is no room on the disk for the notes of {name}.": (
        "Für die Notizen von {name} ist auf der Platte kein Platz."
    ),
    "Make room, or set git.path elsewhere.": "Schaff Platz, oder setz git.path woandershin.",
    "The notes of {name} cannot be written to {folder}.": (
        "Die Notizen von {name} lassen sich nicht nach {folder} schreiben."
    ),
    "Look at the room on the disk, and at who may write there.": (
        "Prüf den Platz auf der Platte, und wer dort schreiben darf."
    ),
    "{folder} cannot be written.": "{folder} lässt sich nicht schreiben.",
    "Let the user that runs the bot write there.": "Lass den Benutzer des Bots dort schreiben.",
    "{folder} is just being brought up to date.": "{folder} wird gerade auf den neuen Stand gebracht.",
    "The notes of {name} need the program git, which cannot be started here.": (
        "Die Notizen von {name} brauchen das Programm git, das hier nicht startet."
    ),
    "Install git 2.31 or newer for the user that runs the bot.": (
        "Installier git 2.31 oder neuer für den Benutzer des Bots."
    ),
    "git could not bring the notes of {name} from its remote.": (
        "git konnte die Notizen von {name} nicht von ihrem Remote holen."
    ),
    "See what `git ls-remote` says of the address in its `git`.": (
        "Sieh nach, was `git ls-remote` zu der Adresse in ihrem `git` sagt."
    ),
    "Notes from a git remote need Linux or macOS.": "Notizen von einem git-Remote brauchen Linux oder macOS.",
    "Name a folder as `path`.": "Nenn als `path` einen Ordner.",
}
