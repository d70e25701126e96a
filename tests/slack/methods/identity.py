"""api.test, auth.test, apps.connections.open, bots.info, team.info: who is asking, and where."""

from tests.slack.arguments import Arguments
from tests.slack.backend import Backend
from tests.slack.errors import SlackError
from tests.slack.method import Answer, Method


async def api_test(backend: Backend, args: Arguments) -> Answer:
    if "error" in args:
        raise SlackError(args.text("error"))
    return {"args": args.values}


async def auth_test(backend: Backend, args: Arguments) -> Answer:
    identity = backend.workspace.identity
    return {
        "url": f"https://{identity.team_domain}.slack.com/",
        "team": identity.team_domain,
        "user": identity.bot_name,
        "team_id": identity.team_id,
        "user_id": identity.bot_user_id,
        "bot_id": identity.bot_id,
        "is_enterprise_install": False,
    }


async def open_connection(backend: Backend, args: Arguments) -> Answer:
    return {"url": backend.sockets.issue_url(backend.base_url)}


async def bot_info(backend: Backend, args: Arguments) -> Answer:
    bot_id = args.required("bot")
    for user in backend.workspace.users.values():
        if user.bot_id == bot_id:
            app_id = backend.workspace.identity.app_id if bot_id == backend.workspace.identity.bot_id else "A0OTHER"
            return {"bot": {"id": bot_id, "app_id": app_id, "user_id": user.id, "name": user.name, "deleted": False}}
    raise SlackError("bot_not_found")


async def team_info(backend: Backend, args: Arguments) -> Answer:
    identity = backend.workspace.identity
    return {"team": {"id": identity.team_id, "name": identity.team_domain, "domain": identity.team_domain}}


METHODS: dict[str, Method] = {
    "api.test": api_test,
    "auth.test": auth_test,
    "apps.connections.open": open_connection,
    "bots.info": bot_info,
    "team.info": team_info,
}
