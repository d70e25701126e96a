from bot.health import Check, Health

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
