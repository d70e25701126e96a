"""Text that means harm, and the test for a thing in outgoing text that Slack would act on."""

import re

from hypothesis import strategies as st

MENTIONS = (
    "<!channel>",
    "<!here|here>",
    "<!everyone>",
    "<@U0123ABCD>",
    "<@W0123ABCD|ann>",
    "<#C0123ABCD|general>",
    "<!subteam^S0123ABCD|@leads>",
    "<!date^1392734382^{date}|soon>",
)
LIVE = re.compile("<[\u200b-\u200f\u2060\ufeff]*(?:[@#!])")
LIVE_IN_MRKDWN = re.compile(r"<(?!https?://[^\s<>|]+\||mailto:[^\s<>|]+\|)")

_SNIPPETS = (
    *MENTIONS, "`", "```", "```\n", "~~~\n", "\n", "\n\n", "    ", "> ", "- ", "1. ", "# ", "**", "_", "~~", "[a](",
    "<https://x.test/|y>", ")", "](", "&lt;!channel&gt;", "&amp;", "<br>", "<script>", "| a | b |\n|---|---|\n| ",
    "\u202e", "\u200b", "<\u200b!channel>", "\\", "https://x.test/?a=1&b=2", "|", "]", "<", ">", "!",
)  # fmt: skip
texts = st.lists(st.sampled_from(_SNIPPETS) | st.text(max_size=8), max_size=25).map("".join)
