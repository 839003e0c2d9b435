import json
import os
import subprocess
import sys

import pytest

from specseek.json_lines import write_line


def test_one_object_a_line_readable_chinese(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    write_line({"value": "诺基亚\n📱"})
    assert capfdbinary.readouterr().out == '{"value": "诺基亚\\n📱"}\n'.encode()


def test_a_file_name_that_is_no_unicode_reads_back_as_it_was(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    name = os.fsdecode(b"caf\xe9.html")
    write_line({"file": name})
    assert json.loads(capfdbinary.readouterr().out.decode("utf-8")) == {"file": name}


def test_the_terminals_encoding_does_not_matter() -> None:
    code = "from specseek.json_lines import write_line; write_line('诺基亚 📱')"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONIOENCODING": "gbk"},
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode("utf-8") == '"诺基亚 📱"\n'
