"""What others wrote, on its way into a prompt: data that can neither close a block nor open one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

_ESCAPES = str.maketrans({character: f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"})


def as_data(value: Mapping[str, Any]) -> str:
    """One line of JSON that can neither close a tag nor open one."""
    return json.dumps(value, ensure_ascii=False).translate(_ESCAPES)
