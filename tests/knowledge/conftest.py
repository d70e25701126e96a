from collections.abc import AsyncIterator

import pytest

from knowledge.chat.gateway import ModelGateway


@pytest.fixture
async def gateway() -> AsyncIterator[ModelGateway]:
    gateway = ModelGateway()
    yield gateway
    await gateway.close()
