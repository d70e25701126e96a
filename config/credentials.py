"""Where secrets belong, and how one in the wrong place is recognised without being repeated."""

from __future__ import annotations

import json
import re
from typing import Any

from config.addresses import is_database_address

SECRET_VARIABLES = {
    "SLACK_BOT_TOKEN": "bot_token",
    "SLACK_APP_TOKEN": "app_token",
    "SLACK_SIGNING_SECRET": "signing_secret",
    "SLACK_CLIENT_ID": "client_id",
    "SLACK_CLIENT_SECRET": "client_secret",
}
_NAME = re.compile(r"(?:^|_)(?:token|secrets?|password|api_?key)$", re.IGNORECASE)
# Slack's tokens, the model keys with a known beginning, and an address with a password in it.
_VALUE = re.compile(
    r"(?<![A-Za-z0-9])(?:xox[a-z]-|xapp-|xoxe\.|(?:sk|gsk|pk|hf|gh[pousr]|github_pat|glpat)[-_][A-Za-z0-9_-]{12,}|AIza[A-Za-z0-9_-]{20,})"
    r"|://[^/\s@]*:[^/\s@]+@|[?&](?:ssl)?password=[^&\s]"
)
_LONGEST_SHOWN = 80


def is_secret_name(name: str) -> bool:
    """Whether a key or variable of this name would hold a secret."""
    return bool(_NAME.search(name))


def is_secret_value(value: object) -> bool:
    """Whether this text, or one in this list, looks like a token or key."""
    if isinstance(value, list):
        return any(is_secret_value(item) for item in value)
    return isinstance(value, str) and bool(_VALUE.search(value))


def without_secrets(table: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """A copy of a file's tables without what is or is named like a secret.

    The texts name the key of each and say where it belongs; they never repeat the value.
    """
    problems: list[str] = []
    return {**_kept(table, "", problems)}, problems


def _kept(value: Any, prefix: str, problems: list[str]) -> Any:  # noqa: ANN401 - TOML nests as it likes
    if isinstance(value, list):
        return [_kept(item, prefix, problems) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {}
    for key, inner in value.items():
        if is_secret_name(key) or is_secret_value(key) or is_secret_value(inner):
            name = f"{prefix}{'(hidden)' if is_secret_value(key) else key}"
            problems.append(f"{name}: a secret is not allowed in this file, {place_for(key, inner, prefix)}")
        else:
            kept[key] = _kept(inner, f"{prefix}{key}.", problems)
    return kept


def place_for(name: str, value: object, section: str = "") -> str:
    """Where the secret of this name and value belongs, as the end of a sentence. `section`: of its key, and a dot."""
    if is_database_address(value):
        variable = f"FOOTNOTE_{section.rstrip('.').upper()}__{name.upper()} (or the password alone as PGPASSWORD)"
    elif is_secret_value(value) and "xapp-" in str(value):
        variable = "SLACK_APP_TOKEN"
    elif is_secret_value(value) and "xox" in str(value):
        variable = "SLACK_BOT_TOKEN"
    else:
        variables = {key: variable for variable, key in SECRET_VARIABLES.items()}
        others = "the variable that LiteLLM names for it (OPENAI_API_KEY and the like)"
        variable = variables.get(name.lower().removeprefix("slack_"), others)
    return f"set it as {variable} in the environment or in a .env file beside footnote.toml"


def shown(value: object) -> str:
    """A value as an error may show it: one short line, hidden where any part of it looks like a secret."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    if _VALUE.search(text):
        return "(hidden)"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."
