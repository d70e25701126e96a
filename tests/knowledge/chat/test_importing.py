"""LiteLLM is imported late, and contacts nobody when it is."""

import subprocess
import sys

import pytest


@pytest.mark.promise("litellm-is-imported-late")
def test_importing_the_room_does_not_import_litellm() -> None:
    code = (
        "import sys, knowledge.chat.model, knowledge.chat.gateway, knowledge.embedding.remote\n"
        "print(sorted({'litellm', 'openai', 'httpx', 'onnxruntime'} & set(sys.modules)))"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


@pytest.mark.promise("litellm-starts-without-the-network")
def test_warming_imports_litellm_and_contacts_nobody() -> None:
    code = (
        "import asyncio, sys\n"
        "from knowledge.chat.gateway import ModelGateway\n"
        "contacts = []\n"
        "sys.addaudithook(lambda event, _: contacts.append(event) if event in "
        "{'socket.connect', 'socket.getaddrinfo'} else None)\n"
        "async def main():\n"
        "    gateway = ModelGateway()\n"
        "    await gateway.warm()\n"
        "    await gateway.close()\n"
        "asyncio.run(main())\n"
        "print('litellm' in sys.modules, contacts)"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert (done.stdout.strip(), done.stderr) == ("True []", "")
