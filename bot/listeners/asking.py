"""Whether a message asks something, decided by a rule: for channels in which nobody needs to mention the bot."""

from __future__ import annotations

import re

# Code, links and quotations are no words of whoever writes. One sign quotes its line, three quote all that follows.
_NOT_SAID = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]*`|<[^<>\n]*>|https?://\S+|^(?:>|&gt;){3}.*|^(?:>|&gt;)[^\n]*", re.DOTALL | re.MULTILINE
)
_MARK = re.compile(r"\w[\"'”’»)*_\]]*\s*[?？؟]|[?？؟]\s*$", re.MULTILINE)
_SENTENCE = re.compile(r"[.!;:\n]+\s+|\n")
_GREETING = re.compile(r"\A(?:hi|hello|hey|hallo|moin|hola|bonjour|salut)\b[\s\w]{0,30}[,!.:–-]\s*", re.IGNORECASE)
_EMOJI = re.compile(r":[a-z0-9_+'-]+:(?::skin-tone-\d:)?")
_ACKNOWLEDGES = re.compile(
    r"(?:(?:"
    r"(?:many )?(?:thanks|thank you|thx|ty|cheers)(?: very much| so much| a lot| a ton| again| all| both| everyone)?"
    r"(?: for (?:that|this|(?:the|your) (?:help|answer|info)))?"
    r"|ok(?:ay)?|k|yes|yep|yeah|no|nope|great|perfect|awesome|cool|nice|good|got it|makes sense|will do|sounds good"
    r"|that helps|that['’]?s it"
    r"|(?:vielen |besten )?dank(?:e(?:schön)?)?(?: sehr| schön| dir| euch)?|alles klar|klar|ja|nein|passt|super|prima"
    r"|merci(?: beaucoup)?|(?:muchas )?gracias|vale"
    r")\b|[^\w?？؟])+",
    re.IGNORECASE,
)
_BEGINS = re.compile(
    r"(?:and |so |ok(?:ay)? |und |also |y |et )?(?:"
    # English: what asks for a thing, and what asks for a yes or no of somebody.
    r"(?:what(?! an?\b)|who|whom|whose|where|when|why|how|which)(?:['’]s|['’]re)?\s"
    r"|(?:is|are|was|were|do|does|did|can|could|should|would|will|may|must|has|have)\s"
    r"(?:there|it|this|that|these|those|i|we|you|they|he|she|the|a|an|any|anyone|anybody|someone|somebody|our|my)\b"
    r"|(?:any(?:one|body)|some(?:one|body)) (?:know|knows|here|who|able|have|has)\b"
    r"|any (?:idea|ideas|chance|tips|update)\b"
    r"|(?:(?:i|we)(?: was| were| am| are|['’]m|['’]re) |just |was )?(?:just )?wondering\b"
    r"|(?:please )?(?:tell me|explain|help me)\b"
    r"|(?:i|we) (?:need (?:help|to know)|have a question)\b"
    r"|(?:i|we) (?:don['’]?t|do not|can['’]?t|cannot) (?:know|find|remember)\b"
    # German, French and Spanish.
    r"|(?:was|wer|wen|wem|wo|wohin|woher|wann|warum|wieso|weshalb|wie|welche[nmrs]?|wozu|wofür)\s"
    r"|(?:gibt|kann|können|könnte|darf|muss|weiß|weiss|hat|ist|sind|habt|wisst)\s(?:es|man|ich|wir|ihr|jemand|wer|das|der|die)\b"
    r"|(?:qui|quoi|quel(?:le)?s?|où|quand|pourquoi|comment|combien|est-ce)\s"
    r"|(?:qué|quién(?:es)?|dónde|cuándo|por qué|cómo|cuál(?:es)?|cuánt[oa]s?)\s"
    r")",
    re.IGNORECASE,
)


def only_acknowledges(text: str) -> bool:
    """Whether it is thanks, agreement or an emoji, and nothing that could be answered."""
    return _ACKNOWLEDGES.fullmatch(_EMOJI.sub(" ", text) + " ") is not None


def looks_like_question(text: str) -> bool:
    """A question mark that ends words, or a sentence that begins as questions do. `text` is as Slack sends it."""
    said = _GREETING.sub("", _NOT_SAID.sub(" ", text).strip(), count=1)
    return bool(_MARK.search(said)) or any(_begins(sentence) for sentence in _SENTENCE.split(said))


def _begins(sentence: str) -> bool:
    return _BEGINS.match(sentence.strip(" *_~\"'“”¿") + " ") is not None
