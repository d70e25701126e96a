import asyncio
import threading

import pytest

from knowledge.chat.loop_thread import LoopThread, Pipe


async def test_work_runs_in_the_named_thread() -> None:
    loop_thread = LoopThread("quiet-corner")

    async def where() -> str:
        return threading.current_thread().name

    assert await loop_thread.submit(where()) == "quiet-corner"
    await loop_thread.stop()


async def test_stopping_what_never_started_does_nothing() -> None:
    before = threading.active_count()

    await LoopThread("unused").stop()

    assert threading.active_count() == before


async def test_it_can_be_used_again_after_a_stop() -> None:
    loop_thread = LoopThread("again")
    for _ in range(2):
        assert await loop_thread.submit(asyncio.sleep(0, "done")) == "done"
        await loop_thread.stop()


async def test_stopping_cancels_what_still_runs() -> None:
    loop_thread = LoopThread("stopping")
    waiting = loop_thread.submit(asyncio.Event().wait())

    await loop_thread.stop()

    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_an_error_reaches_the_caller() -> None:
    loop_thread = LoopThread("failing")

    async def fail() -> None:
        raise LookupError("here")

    with pytest.raises(LookupError, match="here"):
        await loop_thread.submit(fail())
    await loop_thread.stop()


async def test_a_pipe_keeps_every_piece_in_order_across_threads() -> None:
    pipe = Pipe()
    pieces = [f"{number}," for number in range(2_000)]
    producer = asyncio.ensure_future(asyncio.to_thread(lambda: [pipe.put(piece) for piece in pieces]))
    producer.add_done_callback(lambda _: pipe.close())

    taken = [text async for text in pipe]

    assert "".join(taken) == "".join(pieces)
    assert all(taken)


async def test_a_pipe_that_is_closed_empty_gives_nothing() -> None:
    pipe = Pipe()
    pipe.close()

    assert [text async for text in pipe] == []
