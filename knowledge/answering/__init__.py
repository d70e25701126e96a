"""From ranked chunks to an answer whose every statement names its source, or to an honest refusal."""
