"""The digest: what repeats itself in the notes, brought to a channel on schedule, each slot once."""
