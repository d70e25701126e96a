from bot.interrupts import Interrupts


def test_only_what_is_being_written_there_is_stopped() -> None:
    interrupts, stopped = Interrupts(), list[str]()
    with interrupts.may_stop("here", "it", stop=lambda: stopped.append("here")):
        assert not interrupts.stop("elsewhere")
        assert interrupts.stop("here")
        assert interrupts.stop("it")
    assert not interrupts.stop("here")
    assert not interrupts.stop("it")
    assert stopped == ["here"] * 2


def test_what_has_no_conversation_cannot_be_stopped() -> None:
    interrupts = Interrupts()
    with interrupts.may_stop("", stop=lambda: None):
        assert not interrupts.stop("")
