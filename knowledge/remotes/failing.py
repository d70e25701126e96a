"""git's words for a failure as one sentence of ours with its fix; none of git's, or of the remote's, is repeated."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from knowledge.errors import CloneDamaged, RemoteUnavailable, RemoteUnreachable
from knowledge.remotes.remote import Remote

_Sentence = Callable[[Remote], tuple[str, str]]


def failure(remote: Remote, said: str) -> RemoteUnavailable:
    """What git said on stderr as an error; CloneDamaged where nothing known fits."""
    words = said.casefold()
    for signs, sentence in _KNOWN:
        if any(sign in words for sign in signs):
            message, hint = sentence(remote)
            kind = RemoteUnreachable if sentence is _unreachable else RemoteUnavailable
            return kind(message, hint=hint)
    return CloneDamaged(
        f"git could not bring the notes of {remote.name} from its remote.",
        hint="See what `git ls-remote` says of the address in its `git`.",
    )


def no_branch(remote: Remote) -> RemoteUnavailable:
    """The error for a branch that is not there."""
    message, hint = _no_branch(remote)
    return RemoteUnavailable(message, hint=hint)


def _locked_out(remote: Remote) -> tuple[str, str]:
    if remote.scheme == "ssh":
        fix = f"Add the key in {remote.key} to it" if remote.key else "Name a key that may read it as `deploy_key`"
        return f"The remote of {remote.name} does not let this key in.", f"{fix}."
    if not remote.variable:
        return (
            f"The remote of {remote.name} wants a token.",
            "Set one in the environment and name it `token_variable`.",
        )
    if not remote.token:
        return f"The remote of {remote.name} wants a token.", f"Set {remote.variable} in the environment or .env."
    return (
        f"The remote of {remote.name} does not accept the token in {remote.variable}.",
        "Put a token there that may read the repository, and start again.",
    )


def _unknown_host(remote: Remote) -> tuple[str, str]:
    return (
        f"The ssh server of {remote.name} is not known on this machine, or shows another key than before.",
        "Connect to it once with `ssh` as the user that runs the bot, and compare its key.",
    )


def _no_branch(remote: Remote) -> tuple[str, str]:
    which = f"no branch {remote.branch!r}" if remote.branch else "no branch of its own"
    return f"The remote of {remote.name} has {which}.", f"Look at `branch` of collection {remote.name}."


def _no_repository(remote: Remote) -> tuple[str, str]:
    return (
        f"There is no repository at the remote of {remote.name}, or it may not be read.",
        f"Look at `git` of collection {remote.name}, and at what its token or key may read.",
    )


def _moved(remote: Remote) -> tuple[str, str]:
    return (
        f"The remote of {remote.name} sends to another address, which is not followed.",
        f"Write the address that a browser ends at as `git` of collection {remote.name}.",
    )


def _another_owner(remote: Remote) -> tuple[str, str]:
    return (
        f"The repository of {remote.name} belongs to another user of this machine, so git does not read it.",
        "Let the user that runs the bot own it, or reach it over ssh.",
    )


def _full(remote: Remote) -> tuple[str, str]:
    return f"There is no room on the disk for the notes of {remote.name}.", "Make room, or set git.path elsewhere."


def _unreachable(remote: Remote) -> tuple[str, str]:
    return (
        f"The remote of {remote.name} cannot be reached.",
        f"Look at the network, HTTPS_PROXY and `git` of collection {remote.name}.",
    )


# In order: what git says of one failure often holds the words of a more general one.
_KNOWN: tuple[tuple[Sequence[str], _Sentence], ...] = (
    (("no space left", "disk quota"), _full),
    (("dubious ownership",), _another_owner),
    (("host key verification failed", "host identification has changed"), _unknown_host),
    (("redirect", "returned error: 30"), _moved),
    (
        (
            "permission denied (",
            "authentication failed",
            "could not read username",
            "could not read password",
            "returned error: 401",
            "returned error: 403",
        ),
        _locked_out,
    ),
    (("couldn't find remote ref",), _no_branch),
    (("repository not found", "' not found", "returned error: 404", "does not appear to be a git"), _no_repository),
    (
        (
            "could not resolve",
            "failed to connect",
            "couldn't connect",
            "connection refused",
            "connection timed out",
            "connection reset",
            "connection closed",
            "unable to access",
            "hung up",
            "early eof",
            "network is unreachable",
            "no route to host",
            "returned error: 5",
            "operation too slow",
        ),
        _unreachable,
    ),
)
