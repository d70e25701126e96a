import asyncio

from bot.health import Check, Health, kept

FINE = Check(ok=True, detail="fine")


async def fine() -> Check:
    return FINE


async def broken() -> Check:
    raise ConnectionError("a secret may stand here")


async def test_it_is_ready_when_every_check_is_fine() -> None:
    report = await Health({"slack": fine, "index": fine}).report()
    assert report.ready
    assert report.checks == {"slack": FINE, "index": FINE}


async def test_a_check_that_fails_is_not_fine_and_says_only_its_kind() -> None:
    report = await Health({"slack": fine, "index": broken}).report()
    assert not report.ready
    assert report.checks["index"] == Check(ok=False, detail="ConnectionError")


async def test_many_who_ask_at_once_cost_one_check() -> None:
    asked = []

    async def counted() -> Check:
        asked.append(1)
        return FINE

    health = Health({"slack": counted})
    for _ in range(5):
        await health.report()
    assert len(asked) == 1


async def test_once_closed_it_says_one_thing_and_asks_nobody() -> None:
    health = Health({"slack": fine, "index": broken})
    await health.report()
    health.close("slack", Check(ok=False, detail="stopping"))
    report = await health.report()
    assert not report.ready
    assert report.checks == {"slack": Check(ok=False, detail="stopping")}


async def test_closed_while_it_asks_it_says_that_to_who_waits_and_to_who_comes() -> None:
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def slow() -> Check:
        asked.set()
        await go_on.wait()
        return FINE

    health, stopping = Health({"slack": slow, "index": fine}), Check(ok=False, detail="stopping")
    waiting = asyncio.create_task(health.report())
    await asked.wait()
    health.close("slack", stopping)
    go_on.set()
    assert [(await waiting).checks, (await health.report()).checks] == [{"slack": stopping}] * 2


async def test_a_finding_is_kept_while_it_is_fine_and_asked_again_while_it_is_not() -> None:
    findings = [Check(ok=False, detail="1"), Check(ok=True, detail="2"), Check(ok=False, detail="3")]

    async def probe() -> Check:
        return findings.pop(0)

    ask = kept(probe, seconds=3600)
    assert [(await ask()).detail for _ in range(4)] == ["1", "2", "2", "2"]
    at_once = kept(probe, seconds=-1)
    assert (await at_once()).detail == "3"
