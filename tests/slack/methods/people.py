"""users.*, usergroups.*: who there is."""

from typing import Any

from tests.slack.arguments import Arguments
from tests.slack.backend import Backend
from tests.slack.errors import SlackError
from tests.slack.method import Answer, Method
from tests.slack.methods.conversations import paged
from tests.slack.state import User, Usergroup


def _user_body(backend: Backend, user: User) -> dict[str, Any]:
    return {
        "id": user.id,
        "team_id": user.team_id,
        "name": user.name,
        "real_name": user.name.title(),
        "deleted": False,
        "is_bot": user.bot_id is not None,
        "is_restricted": user.restricted,
        "is_ultra_restricted": False,
        "is_stranger": user.team_id != backend.workspace.identity.team_id,
        "tz": user.timezone,
        "profile": {"display_name": user.name, "real_name": user.name.title(), "team": user.team_id},
    }


async def info(backend: Backend, args: Arguments) -> Answer:
    user = backend.workspace.user(args.required("user"))
    locale = {"locale": user.locale} if args.flag("include_locale") else {}
    return {"user": _user_body(backend, user) | locale}


async def list_users(backend: Backend, args: Arguments) -> Answer:
    page, cursor = paged([_user_body(backend, user) for user in backend.workspace.users.values()], args)
    return {"members": page, "response_metadata": {"next_cursor": cursor}}


def _group_body(backend: Backend, group: Usergroup) -> dict[str, Any]:
    return {
        "id": group.id,
        "team_id": backend.workspace.identity.team_id,
        "is_usergroup": True,
        "name": group.handle,
        "handle": group.handle,
        "user_count": len(group.users),
        "date_delete": 0,
    }


async def list_groups(backend: Backend, args: Arguments) -> Answer:
    groups = []
    for group in backend.workspace.usergroups.values():
        members = {"users": list(group.users)} if args.flag("include_users") else {}
        groups.append(_group_body(backend, group) | members)
    return {"usergroups": groups}


async def list_group_users(backend: Backend, args: Arguments) -> Answer:
    group = backend.workspace.usergroups.get(args.required("usergroup"))
    if group is None:
        raise SlackError("no_such_subteam")
    return {"users": list(group.users)}


METHODS: dict[str, Method] = {
    "users.info": info,
    "users.list": list_users,
    "usergroups.list": list_groups,
    "usergroups.users.list": list_group_users,
}
