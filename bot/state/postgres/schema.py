"""The state's tables in PostgreSQL, as numbered migrations, in a schema of their own beside the index's.

They are those of the file, whose schema says what each column means. Text is compared by its bytes, as SQLite does.
"""

from __future__ import annotations

from knowledge.store.migrations import Migration

_FIRST = (
    """
    CREATE TABLE requests (
        id text COLLATE "C" PRIMARY KEY,
        event_id text COLLATE "C" UNIQUE,
        occasion text COLLATE "C" NOT NULL UNIQUE,
        state text NOT NULL CHECK (state IN ('claimed', 'delivered', 'failed')),
        owner text COLLATE "C" NOT NULL,
        lease_until double precision NOT NULL,
        attempts int NOT NULL DEFAULT 1,
        created_at double precision NOT NULL,
        payload text NOT NULL,
        led_by text COLLATE "C" NOT NULL DEFAULT ''
    )
    """,
    "CREATE INDEX requests_open ON requests (lease_until) WHERE state = 'claimed'",
    "CREATE INDEX requests_led ON requests (led_by) WHERE led_by <> ''",
    """
    CREATE TABLE deliveries (
        id text COLLATE "C" PRIMARY KEY,
        started_at double precision NOT NULL,
        begun int NOT NULL DEFAULT 1,
        finished_at double precision,
        ts text NOT NULL DEFAULT ''
    )
    """,
    'CREATE TABLE threads (conversation text COLLATE "C" PRIMARY KEY, since double precision NOT NULL)',
    """
    CREATE TABLE turns (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        conversation text COLLATE "C" NOT NULL,
        request_id text COLLATE "C" NOT NULL,
        role text NOT NULL CHECK (role IN ('person', 'assistant')),
        text text NOT NULL,
        at double precision NOT NULL,
        UNIQUE (request_id, role)
    )
    """,
    "CREATE INDEX turns_conversation ON turns (conversation, id)",
    """
    CREATE TABLE answers (
        id text COLLATE "C" PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('answer', 'search')),
        created_at double precision NOT NULL,
        payload text NOT NULL
    )
    """,
    "CREATE INDEX answers_user ON answers ((nullif(payload, '')::jsonb #>> '{user}'), created_at)",
    """
    CREATE INDEX answers_others ON answers (id)
    WHERE jsonb_array_length(nullif(payload, '')::jsonb -> 'others') > 0
    """,
    """
    CREATE TABLE feedback (
        answer_id text COLLATE "C" NOT NULL,
        user_id text COLLATE "C" NOT NULL,
        value text NOT NULL CHECK (value IN ('helpful', 'not_helpful')),
        updated_at double precision NOT NULL,
        reason text NOT NULL DEFAULT '',
        comment text NOT NULL DEFAULT '',
        told_by text COLLATE "C" NOT NULL DEFAULT '',
        PRIMARY KEY (answer_id, user_id)
    )
    """,
    'CREATE TABLE digest_watch (channel text COLLATE "C" PRIMARY KEY, until double precision NOT NULL)',
    """
    CREATE TABLE digest_pairs (
        channel text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        contents text NOT NULL,
        slot text COLLATE "C" NOT NULL,
        payload text NOT NULL,
        PRIMARY KEY (channel, id)
    )
    """,
    """
    CREATE TABLE set_aside (
        id text COLLATE "C" PRIMARY KEY,
        contents text NOT NULL,
        until double precision,
        user_id text COLLATE "C" NOT NULL,
        at double precision NOT NULL
    )
    """,
    """
    CREATE TABLE unanswered (
        id text COLLATE "C" PRIMARY KEY,
        question text NOT NULL,
        person text COLLATE "C" NOT NULL,
        at double precision NOT NULL,
        told boolean NOT NULL DEFAULT false,
        resolved boolean NOT NULL DEFAULT false
    )
    """,
    """
    CREATE TABLE thread_rules (
        thread text COLLATE "C" PRIMARY KEY,
        at double precision NOT NULL,
        payload text NOT NULL
    )
    """,
    """
    CREATE TABLE model_usage (
        day text COLLATE "C" PRIMARY KEY,
        tokens bigint NOT NULL,
        dollars double precision NOT NULL
    )
    """,
    """
    CREATE TABLE quiet_threads (
        conversation text COLLATE "C" PRIMARY KEY,
        muted_at double precision NOT NULL,
        unmuted_at double precision NOT NULL
    )
    """,
    'CREATE TABLE welcomes (place text COLLATE "C" PRIMARY KEY, request_id text COLLATE "C" NOT NULL)',
    # What only one of several bots does: which one, and until when without a word from it. Bots on one machine each
    # look after its files, so there is no such table in a file.
    """
    CREATE TABLE leases (
        duty text COLLATE "C" PRIMARY KEY,
        owner text COLLATE "C" NOT NULL,
        until double precision NOT NULL
    )
    """,
)

_ASKINGS = (
    """
    CREATE TABLE askings (
        who text COLLATE "C" NOT NULL,
        number bigint NOT NULL,
        at double precision NOT NULL,
        PRIMARY KEY (who, number)
    )
    """,
)

MIGRATIONS = (
    Migration(number=1, name="requests, conversations, digests", statements=_FIRST),
    Migration(number=2, name="what is asked in a minute", statements=_ASKINGS),
)
