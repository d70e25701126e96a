"""git's words for a failure as one sentence of ours with its fix; none of git's, or of the remote's, is repeated."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from knowledge.errors import CloneDamaged, RemoteUnavailable, RemoteUnreachable
from knowledge.remarks import Remark
from knowledge.remotes.remote import Remote

_Sentence = Callable[[Remote], tuple[Remark, Remark]]


def failure(remote: Remote, said: str) -> RemoteUnavailable:
    """What git said on stderr as an error; CloneDamaged where nothing known fits."""
    words = said.casefold()
    for signs, sentence in _KNOWN:
        if any(sign in words for sign in signs):
            message, hint = sentence(remote)
            kind = RemoteUnreachable if sentence is _unreachable else RemoteUnavailable
            return kind(message, hint=hint)
    return CloneDamaged(
        "git could not bring the notes of {name} from its remote.",
        hint="See what `git ls-remote` says of the address in its `git`.",
        name=remote.name,
    )


def no_branch(remote: Remote) -> RemoteUnavailable:
    """The error for a branch that is not there."""
    message, hint = _no_branch(remote)
    return RemoteUnavailable(message, hint=hint)


def _locked_out(remote: Remote) -> tuple[Remark, Remark]:
    if remote.scheme == "ssh":
        refused = Remark("The remote of {name} does not let this key in.", name=remote.name)
        if remote.key:
            return refused, Remark("Add the key in {key} to it.", key=remote.key)
        return refused, Remark("Name a key that may read it as `deploy_key`.")
    wanted = Remark("The remote of {name} wants a token.", name=remote.name)
    if not remote.variable:
        return wanted, Remark("Set one in the environment and name it `token_variable`.")
    if not remote.token:
        return wanted, Remark("Set {variable} in the environment or .env.", variable=remote.variable)
    return (
        Remark(
            "The remote of {name} does not accept the token in {variable}.",
            name=remote.name,
            variable=remote.variable,
        ),
        Remark("Put a token there that may read the repository, and start again."),
    )


def _unknown_host(remote: Remote) -> tuple[Remark, Remark]:
    return (
        Remark(
            "The ssh server of {name} is not known on this machine, or shows another key than before.",
            name=remote.name,
        ),
        Remark("Connect to it once with `ssh` as the user that runs the bot, and compare its key."),
    )


def _no_branch(remote: Remote) -> tuple[Remark, Remark]:
    hint = Remark("Look at `branch` of collection {name}.", name=remote.name)
    if remote.branch:
        return Remark("The remote of {name} has no branch {branch!r}.", name=remote.name, branch=remote.branch), hint
    return Remark("The remote of {name} has no branch of its own.", name=remote.name), hint


def _no_repository(remote: Remote) -> tuple[Remark, Remark]:
    return (
        Remark("There is no repository at the remote of {name}, or it may not be read.", name=remote.name),
        Remark("Look at `git` of collection {name}, and at what its token or key may read.", name=remote.name),
    )


def _moved(remote: Remote) -> tuple[Remark, Remark]:
    return (
        Remark("The remote of {name} sends to another address, which is not followed.", name=remote.name),
        Remark("Write the address that a browser ends at as `git` of collection {name}.", name=remote.name),
    )


def _another_owner(remote: Remote) -> tuple[Remark, Remark]:
    return (
        Remark(
            "The repository of {name} belongs to another user of this machine, so git does not read it.",
            name=remote.name,
        ),
        Remark("Let the user that runs the bot own it, or reach it over ssh."),
    )


def _full(remote: Remote) -> tuple[Remark, Remark]:
    return (
        Remark("There is no room on the disk for the notes of {name}.", name=remote.name),
        Remark("Make room, or set git.path elsewhere."),
    )


def _unreachable(remote: Remote) -> tuple[Remark, Remark]:
    return (
        Remark("The remote of {name} cannot be reached.", name=remote.name),
        Remark("Look at the network, HTTPS_PROXY and `git` of collection {name}.", name=remote.name),
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
