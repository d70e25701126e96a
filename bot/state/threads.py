"""Statements about threads: which ones the bot takes part in, and what was said there."""

from __future__ import annotations

import math

NEVER = math.inf
# A thread stays what it began as: one in which only mentions are answered has `since` NEVER.
ENGAGE = """
    INSERT INTO threads (conversation, since) VALUES (:conversation, :since)
    ON CONFLICT (conversation) DO UPDATE SET since = excluded.since
    WHERE excluded.since < threads.since AND threads.since < :never
"""
# In a thread in which the bot takes no part, only who speaks to it can say so.
HUSH = """
    INSERT INTO quiet_threads (conversation, muted_at, unmuted_at) SELECT :conversation, :muted_at, :unmuted_at
    WHERE NOT :needs_engagement
       OR EXISTS (SELECT 1 FROM threads WHERE conversation = :conversation AND since < :sent_at)
    ON CONFLICT (conversation) DO UPDATE SET
        muted_at = CASE WHEN excluded.muted_at > quiet_threads.muted_at
            THEN excluded.muted_at ELSE quiet_threads.muted_at END,
        unmuted_at = CASE WHEN excluded.unmuted_at > quiet_threads.unmuted_at
            THEN excluded.unmuted_at ELSE quiet_threads.unmuted_at END
"""
REMEMBER = """
    INSERT INTO turns (conversation, request_id, role, text, at) VALUES
        (:conversation, :request_id, 'person', :question, :at),
        (:conversation, :request_id, 'assistant', :answer, :at)
    ON CONFLICT (request_id, role) DO NOTHING
"""
LAST_TURNS = "SELECT role, text FROM turns WHERE conversation = ? ORDER BY id DESC LIMIT ?"
