"""Statements about threads: which ones the bot takes part in, and what was said there."""

from __future__ import annotations

ENGAGE = """
    INSERT INTO threads (conversation, since) VALUES (?, ?)
    ON CONFLICT (conversation) DO UPDATE SET since = min(since, excluded.since)
"""
REMEMBER = """
    INSERT INTO turns (conversation, request_id, role, text) VALUES
        (:conversation, :request_id, 'person', :question),
        (:conversation, :request_id, 'assistant', :answer)
    ON CONFLICT (request_id, role) DO NOTHING
"""
LAST_TURNS = "SELECT role, text FROM turns WHERE conversation = ? ORDER BY id DESC LIMIT ?"
