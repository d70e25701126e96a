"""A library about notes: read, index, search, answer. It knows no Slack and reads no environment."""
