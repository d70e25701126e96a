"""What is said of models and their vectors where they are used, by the English, in German."""

from collections.abc import Mapping

OF_MODELS: Mapping[str, str] = {
    # Models behind an address.
    "The model {model} cannot be reached.": "Das Modell {model} ist nicht erreichbar.",
    "The model {model} cannot be reached at {address}.": "Das Modell {model} ist unter {address} nicht erreichbar.",
    "Check that its server runs, and the address (api_base) and network.": (
        "Prüf, ob sein Server läuft, dazu die Adresse (api_base) und das Netz."
    ),
    "The model {model} did not finish within {seconds:g} s.": (
        "Das Modell {model} wurde in {seconds} s nicht fertig."
    ),
    "Try again, raise timeout_seconds, or choose a faster model.": (
        "Versuch es noch einmal, erhöhe timeout_seconds, oder wähl ein schnelleres Modell."
    ),
    "The reply of the model {model} broke off.": "Die Antwort des Modells {model} brach ab.",
    "Try again.": "Versuch es noch einmal.",
    "The reply of the model {model} reached its length limit.": (
        "Die Antwort des Modells {model} erreichte ihre Längengrenze."
    ),
    "Ask for something shorter.": "Frag nach etwas Kürzerem.",
    "The model {model} needs {variables} in the environment.": (
        "Das Modell {model} braucht {variables} in der Umgebung."
    ),
    "Set {variables} (or put it into .env beside the configuration) and start again.": (
        "Setz {variables} (oder trag es neben der Konfiguration in .env ein) und starte neu."
    ),
    "The model name {model} names no provider that LiteLLM knows.": (
        "Der Modellname {model} nennt keinen Anbieter, den LiteLLM kennt."
    ),
    "Write PROVIDER/NAME, for example openai/NAME with an api_base for any OpenAI-compatible server.": (
        "Schreib ANBIETER/NAME, zum Beispiel openai/NAME mit api_base für jeden OpenAI-kompatiblen Server."
    ),
    "The request is too long for the model {model}.": "Die Anfrage ist zu lang für das Modell {model}.",
    "Lower retrieval.limit, or choose a model with a larger context.": (
        "Senk retrieval.limit, oder wähl ein Modell mit größerem Kontext."
    ),
    "The model {model} takes no more requests now (status {status}).": (
        "Das Modell {model} nimmt gerade keine Anfragen mehr an (Status {status})."
    ),
    "Try again in a minute; if it stays so, check the provider's rate limit.": (
        "Versuch es in einer Minute noch einmal; wenn es so bleibt, prüf die Grenzen beim Anbieter."
    ),
    "The server of the model {model} failed (status {status}).": (
        "Der Server des Modells {model} hat versagt (Status {status})."
    ),
    "Try again in a minute; if it stays so, look at the server's state.": (
        "Versuch es in einer Minute noch einmal; wenn es so bleibt, sieh nach dem Server."
    ),
    "The server of the model {model} refuses the key.": "Der Server des Modells {model} lehnt den Schlüssel ab.",
    "Check the provider's key in the environment, and that it may use this model.": (
        "Prüf den Schlüssel des Anbieters in der Umgebung, und ob er für dieses Modell gilt."
    ),
    "The server does not know the model {model}.": "Der Server kennt das Modell {model} nicht.",
    "Check the model's name, and that api_base ends as the provider wants it (often /v1).": (
        "Prüf den Namen des Modells, und ob api_base so endet, wie der Anbieter es will (oft /v1)."
    ),
    "The server of the model {model} refuses the request (status {status}).": (
        "Der Server des Modells {model} lehnt die Anfrage ab (Status {status})."
    ),
    "Check that the model can do this kind of call; the server's own log says more.": (
        "Prüf, ob das Modell solche Aufrufe kann; mehr steht im Protokoll des Servers."
    ),
    # Embedded models.
    "The {kind} {model} was found in none of these folders: {folders}.": (
        "Das {kind} {model} liegt in keinem dieser Ordner: {folders}."
    ),
    "embedded model": "eingebaute Modell",
    "embedded cross-encoder": "eingebaute Modell zum Umsortieren",
    "Put its model.onnx (SHA-256 {network}) and tokenizer.json (SHA-256 {tokenizer}) into one of them, "
    "or {without}.": (
        "Leg sein model.onnx (SHA-256 {network}) und tokenizer.json (SHA-256 {tokenizer}) in einen davon, "
        "oder {without}."
    ),
    "set embeddings.model to another model": "setz embeddings.model auf ein anderes Modell",
    'set retrieval.rerank = "off"': 'setz retrieval.rerank = "off"',
    "{path} is not the file it should be: its SHA-256 is {found}, not {expected}.": (
        "{path} ist nicht die richtige Datei: Ihr SHA-256 ist {found}, nicht {expected}."
    ),
    "Install Footnote's locked packages again, or put the right file there.": (
        "Installier die festgelegten Pakete von Footnote neu, oder leg die richtige Datei dorthin."
    ),
    "The model local-multilingual runs on Linux alone, on an x86-64 processor that has AVX2; "
    "this is {system} on {processor}{lacking}.": (
        "Das Modell local-multilingual läuft nur unter Linux auf einem x86-64-Prozessor mit AVX2; "
        "dies ist {system} auf {processor}{lacking}."
    ),
    ", without AVX2": ", ohne AVX2",
    'Set embeddings.model to "local" or another model, or move to such a machine and run `{install}`.': (
        'Setz embeddings.model auf "local" oder ein anderes Modell, oder zieh auf so einen Rechner um und führ '
        "`{install}` aus."
    ),
    "The model local-multilingual needs the package {package}, which is not installed.": (
        "Das Modell local-multilingual braucht das Paket {package}, das nicht installiert ist."
    ),
    'Run `{install}`, or set embeddings.model to "local" or another model.': (
        'Führ `{install}` aus, oder setz embeddings.model auf "local" oder ein anderes Modell.'
    ),
    "The engine of the model local-multilingual, in {folder}, does not load.": (
        "Der Kern des Modells local-multilingual, in {folder}, lässt sich nicht laden."
    ),
    "Run `{install}` again.": "Führ `{install}` noch einmal aus.",
    # Vectors and grades that cannot be used.
    "The model {model} gave {found} vectors for {expected} texts, or numbered them wrongly.": (
        "Das Modell {model} gab {found} Vektoren für {expected} Texte, oder es hat sie falsch nummeriert."
    ),
    "Check that its server supports several texts in one request.": (
        "Prüf, ob sein Server mehrere Texte in einer Anfrage nimmt."
    ),
    "The model {model!r} gave {found} vectors for {expected} texts.": (
        "Das Modell „{model}“ gab {found} Vektoren für {expected} Texte."
    ),
    "Nothing of this batch was stored; run `footnote index` again, or use another model.": (
        "Nichts davon wurde gespeichert; führ `footnote index` noch einmal aus, oder nimm ein anderes Modell."
    ),
    "The model {model} gave a vector of {found} numbers for text {number}, not of {expected}.": (
        "Das Modell {model} gab für Text {number} einen Vektor aus {found} Zahlen, nicht aus {expected}."
    ),
    "Check that the model's name and address belong to one and the same embedding model.": (
        "Prüf, ob Name und Adresse zu ein und demselben Embedding-Modell gehören."
    ),
    "The model {model} gave a zero or infinite vector for text {number} of {all}.": (
        "Das Modell {model} gab für Text {number} von {all} einen Vektor, der null oder unendlich ist."
    ),
    "Try again; if it stays so, choose another embedding model.": (
        "Versuch es noch einmal; wenn es so bleibt, wähl ein anderes Embedding-Modell."
    ),
    "The model gave a zero or non-finite vector for {where}.": (
        "Das Modell gab für {where} einen Vektor, der null oder nicht endlich ist."
    ),
    "The model {model!r} gave vectors of {found} dimensions; the index has {dimension}.": (
        "Das Modell „{model}“ gab Vektoren mit {found} Dimensionen; der Index hat {dimension}."
    ),
    "The model {model!r} gave vectors of {found} dimensions after ones of {known}.": (
        "Das Modell „{model}“ gab Vektoren mit {found} Dimensionen nach solchen mit {known}."
    ),
    "The question's vector has {found} dimensions; the index has {dimension}.": (
        "Der Vektor der Frage hat {found} Dimensionen; der Index hat {dimension}."
    ),
    "Set embeddings.model to the model of the index, or run `footnote index --full`.": (
        "Setz embeddings.model auf das Modell des Index, oder führ `footnote index --full` aus."
    ),
    "The question's vector is zero or not finite.": "Der Vektor der Frage ist null oder nicht endlich.",
    "Ask it in other words.": "Frag in anderen Worten.",
    "The model {model} gave a score that is no number.": "Das Modell {model} gab eine Wertung, die keine Zahl ist.",
    "The model gave a grade that is no number from 0 to 1.": (
        "Das Modell gab eine Note, die keine Zahl von 0 bis 1 ist."
    ),
    "The model did not grade every passage exactly once.": ("Das Modell benotete nicht jede Stelle genau einmal."),
    "The model's grades are not the JSON that was asked for.": (
        "Die Noten des Modells sind nicht das verlangte JSON."
    ),
}
