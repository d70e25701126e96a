"""Statements about threads: which ones the bot takes part in, and what was said there."""

from __future__ import annotations

import math

NEVER = math.inf
# A thread stays what it began as: one in which only mentions are answered has `since` NEVER.
ENGAGE = """
    INSERT INTO threads (conversation, since) VALUES (?, ?)
    ON CONFLICT (conversation) DO UPDATE SET since = min(since, excluded.since) WHERE since < 9e999
"""
# In a thread in which the bot takes no part, only who speaks to it can say so.
HUSH = """
    INSERT INTO quiet_threads (conversation, muted_at, unmuted_at) SELECT :conversation, :muted_at, :unmuted_at
    WHERE NOT :needs_engagement
       OR EXISTS (SELECT 1 FROM threads WHERE conversation = :conversation AND since < :sent_at)
    ON CONFLICT (conversation) DO UPDATE SET
        muted_at = max(muted_at, excluded.muted_at), unmuted_at = max(unmuted_at, excluded.unmuted_at)
"""
REMEMBER = """
    INSERT INTO turns (conversation, request_id, role, text, at) VALUES
        (:conversation, :request_id, 'person', :question, CAST(strftime('%s', 'now') AS REAL)),
        (:conversation, :request_id, 'assistant', :answer, CAST(strftime('%s', 'now') AS REAL))
    ON CONFLICT (request_id, role) DO NOTHING
"""
LAST_TURNS = "SELECT role, text FROM turns WHERE conversation = ? ORDER BY id DESC LIMIT ?"
