"""The state in PostgreSQL: the same statements as in a file, for bots on several machines."""

from bot.state.postgres.engine import PostgresEngine

__all__ = ["PostgresEngine"]
