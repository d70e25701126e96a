"""Slack and the terminal: two doors to the same use cases."""
