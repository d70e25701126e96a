"""A strict local Slack for scenario tests: Web API, Socket Mode, signed events, response URLs."""

from tests.slack.faults import Faults, Gate
from tests.slack.http_mode import Forgery
from tests.slack.server import LocalSlack
from tests.slack.workspace import Identity

__all__ = ["Faults", "Forgery", "Gate", "Identity", "LocalSlack"]
