from pathlib import Path

import pytest

from knowledge.chat.integrity import planted_start_files


@pytest.mark.promise("planted-litellm-start-files-are-found")
def test_a_start_file_named_after_litellm_is_found(tmp_path: Path) -> None:
    (tmp_path / "litellm_init.pth").write_text("import os")
    (tmp_path / "distutils-precedence.pth").write_text("")

    assert planted_start_files([tmp_path]) == (tmp_path / "litellm_init.pth",)


def test_this_installation_is_sound() -> None:
    assert planted_start_files() == ()
