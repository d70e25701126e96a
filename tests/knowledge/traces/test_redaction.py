"""No secret that somebody pasted is kept, and the words around it are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.traces.redaction import MASK, Redactor

REDACT = Redactor()
# Made up, and put together here so that no scanner takes them for real ones.
SECRETS = {
    "slack bot token": "xoxb-" + "123456789012-abcdefABCDEF",
    "slack user token": "xoxp-" + "1-2-3-abcdef0123456789",
    "slack app token": "xapp-" + "1-A0123-456-abcdef",
    "slack rotated token": "xoxe.xoxp-" + "1-Mi0yLTEyMzQ1",
    "openai key": "sk-" + "abcdefghijklmnop1234",
    "openai project key": "sk-proj-" + "Ab_cd-Ef0123456789",
    "anthropic key": "sk-ant-" + "api03-Ab_cd-Ef012345",
    "github token": "ghp_" + "abcdefghij0123456789ABCDEFGHIJ012345",
    "google key": "AIza" + "SyA-1234567890abcdefghijklm",
    "aws key id": "AKIA" + "IOSFODNN7EXAMPLE",
    "json web token": "eyJ" + "hbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxIn0." + "abc_DEF-123",
}


@pytest.mark.promise("secrets-are-masked-in-traces")
@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS.keys())
def test_a_token_or_key_is_masked_wherever_it_stands(secret: str) -> None:
    for text in (f"use {secret} now", f'"{secret}"', f"<{secret}>", f"({secret})\n", f"key:{secret}"):
        shown = REDACT(text)
        assert secret not in shown
        assert MASK in shown
    assert REDACT(f"use {secret} now") == f"use {MASK} now"


@pytest.mark.promise("secrets-are-masked-in-traces")
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Authorization: Bearer abc123.def456-ghi", f"Authorization: Bearer {MASK}"),
        ("authorization: basic dXNlcjpwYXNzd29yZDE=", f"authorization: basic {MASK}"),
        ("see https://ann:hunter22@wiki.example/page?x=1", f"see https://{MASK}@wiki.example/page?x=1"),
        ("postgres://app:p%40ss@db:5432/prod", f"postgres://{MASK}@db:5432/prod"),
        ("git clone https://0a1b2c3d4e@git.example/a.git", f"git clone https://{MASK}@git.example/a.git"),
        ("https://hooks.slack.com/services/T01/B02/abc", f"https://hooks.slack.com/{MASK}"),
        ("https://x.example/f?token=abcd1234&page=2", f"https://x.example/f?token={MASK}&page=2"),
        ("password: hunter22 works", f"password: {MASK} works"),
        ('{"client_secret": "abcd-1234"}', f'{{"client_secret": "{MASK}"}}'),
        ("export OPENAI_API_KEY=abcd1234efgh", f"export OPENAI_API_KEY={MASK}"),
    ],
)
def test_what_surrounds_a_secret_stays_readable(text: str, shown: str) -> None:
    assert REDACT(text) == shown


def test_a_private_key_is_masked_even_where_its_end_is_missing() -> None:
    begun = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n"
    assert REDACT(f"a {begun}-----END RSA PRIVATE KEY----- b") == f"a {MASK} b"
    assert REDACT(f"a {begun}") == f"a {MASK}"


def test_a_known_secret_is_masked_whatever_it_looks_like() -> None:
    redact = Redactor(["0123456789abcdef", "abc"])
    assert redact("signed with 0123456789abcdef by abc") == f"signed with {MASK} by abc"


@pytest.mark.parametrize(
    "text",
    [
        "how many vacation days do I get?",
        "what does ERR_1042 in deploy_service.py mean?",
        "mail ann@example.com about https://wiki.example/hr/leave#days",
        "is a bearer bond a token of trust?",
        "the password is kept in the manager; tokens expire after 30 days",
        "task-force, sk-learn and ask-me-anything",
        "在试用期内可以请假吗？",
    ],
)
def test_ordinary_words_stay_as_they_are(text: str) -> None:
    assert REDACT(text) == text


PIECES = [
    *SECRETS.values(),
    "token=",
    "Bearer ",
    "https://",
    "a:b@",
    "@",
    " ",
    ":",
    "words",
    "-----BEGIN PRIVATE KEY-----",
]


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
def test_masking_twice_changes_nothing_more(text: str) -> None:
    once = REDACT(text)
    assert REDACT(once) == once
