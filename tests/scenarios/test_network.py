"""Behind a company's proxy and certificates: Slack's two ways and the model are reached, and nothing goes around."""

import shutil
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.model_server import ModelServer
from tests.scenarios.office import KEY, write_office
from tests.scenarios.tunnel import Authority, Tunnel
from tests.scenarios.world import World

pytestmark = pytest.mark.asyncio(loop_scope="session")
SLACK, MODELS = "slack.inside.test", "models.inside.test"


@pytest.mark.skipif(not shutil.which("openssl"), reason="no openssl to make certificates with")
@pytest.mark.promise("proxies-and-private-certificates-work")
async def test_web_api_socket_and_model_go_through_the_proxy_and_trust_the_private_authority(
    fresh: World, tmp_path: Path
) -> None:
    team, slack, authority = fresh.team(), fresh.slack, Authority.of((SLACK, MODELS), tmp_path)
    settings = write_office(tmp_path, mode="socket", boss=team.ben)
    with ModelServer() as model:
        model.reply("You get 28 paid vacation days [1].", task="answer")
        servers = {SLACK: urlsplit(slack.url).port or 0, MODELS: urlsplit(model.url).port or 0}
        async with Tunnel.open(authority, servers) as tunnel:
            slack.backend.base_url = f"https://{SLACK}"
            # As it stands beside the settings, where everything else of the installation does.
            (tmp_path / ".env").write_text(
                f"HTTPS_PROXY={tunnel.url}\nREQUESTS_CA_BUNDLE={authority.file}\nOPENAI_API_KEY={KEY}\n"
            )
            environment = {
                **dict.fromkeys(("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "NO_PROXY", "no_proxy"), ""),
                "FOOTNOTE_CHAT__MODEL": "openai/test",
                "FOOTNOTE_CHAT__API_BASE": f"https://{MODELS}/v1",
            }
            bot = await fresh.serve(settings, "handbook: 1 notes", environment=environment)
            ts = await slack.mention(team.ann, team.general, "how many vacation days do I get?")
            (answer,) = await slack.wait_for(lambda: slack.bot_messages(team.general, ts), timeout_seconds=60)
            await slack.slash(team.ben, team.general, "/search", "vacation")
            await fresh.whispers(team.ben)
            bot.terminate()
            assert await bot.end() == 0
    assert "You get 28 paid vacation days" in f"{answer.text}{answer.blocks}"
    assert "own words" not in f"{answer.text}{answer.blocks}"
    assert set(tunnel.asked) == {SLACK, MODELS}
    assert tunnel.asked.count(SLACK) >= 2  # the Web API and the socket
