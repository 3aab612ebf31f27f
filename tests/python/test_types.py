"""What is typed, what an import costs, and what the native part is linked against."""

import json
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
import roadside
import walk
from roadside import _native

PACKAGE = Path(roadside.__file__).parent
SOURCE = Path(__file__).parents[2] / "python"
PYPROJECT = SOURCE / "pyproject.toml"
#: That of the system alone: the wheel goes to machines that have nothing else.
LIBRARIES = {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "libpthread.so.0", "libdl.so.2", "librt.so.1", "ld-linux-x86-64.so.2",
             "ld-linux-aarch64.so.1"}  # fmt: skip
#: What `import roadside` takes from NumPy's surroundings is left to NumPy; these it does not need.
UNNEEDED = {"gymnasium", "pettingzoo", "pyspiel", "torch", "matplotlib", "pandas", "PIL", "typing_extensions", "numpy.typing",
            "numpy.testing", "numpy.f2py", "numpy.distutils", "numpy.ma.mrecords"}  # fmt: skip


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Runs Python beside the package, wherever it was imported from."""
    paths = os.pathsep.join([str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    environment = {**os.environ, "PYTHONPATH": paths, "MYPYPATH": str(SOURCE)}
    ended = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, timeout=300, check=False, env=environment
    )
    assert "Traceback" not in ended.stderr, ended.stderr
    return ended


def test_mypy_is_content_with_the_package(tmp_path):
    pytest.importorskip("mypy")
    checked = [SOURCE / "roadside", SOURCE / "examples"]
    ended = run("-m", "mypy", "--strict", "--config-file", str(PYPROJECT), "--cache-dir", str(tmp_path), *map(str, checked))
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_the_stubs_say_what_there_is():
    pytest.importorskip("mypy")
    # Module by module: the others need what is not installed everywhere.
    checked = sorted({module.__name__ for module in walk.modules()} - {"roadside"})
    ended = run("-m", "mypy.stubtest", *checked, "--mypy-config-file", str(PYPROJECT))
    assert ended.returncode == 0, ended.stdout + ended.stderr


def imported(statement: str) -> set[str]:
    script = f"import sys, json; import numpy; before = set(sys.modules); {statement}; " + (
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    return set(json.loads(run("-c", script).stdout))


def test_an_import_brings_nothing_that_is_not_needed():
    brought = imported("import roadside")
    assert {"roadside", "roadside._native", "roadside.agents"} <= brought
    assert not {name for name in brought if name in UNNEEDED or name.split(".")[0] in UNNEEDED}
    # Beside its own modules it takes from the standard library alone; all of NumPy that it needs comes with NumPy.
    others = {name for name in brought if name.split(".")[0] not in {"roadside", "_native"}}
    assert not {name for name in others if name.split(".")[0] not in sys.stdlib_module_names}


def test_the_native_part_is_small():
    """A wheel, in which it is packed, may have 10 MB."""
    assert len(zlib.compress(Path(_native.__file__).read_bytes())) < 10_000_000


def needed(library: bytes) -> set[str]:
    """The names of the libraries that an ELF file of 64 bits, little end first, is linked against."""
    NEEDED, STRINGS = 1, 5
    (sections,) = struct.unpack_from("<Q", library, 40)
    size, count = struct.unpack_from("<HH", library, 58)
    dynamic = [struct.unpack_from("<IIQQQQIIQQ", library, sections + size * number) for number in range(count)]
    names = set()
    for _, kind, _, _, offset, length, link, _, _, entry in dynamic:
        if kind != 6:  # SHT_DYNAMIC
            continue
        strings = dynamic[link][4]
        tags = [struct.unpack_from("<qQ", library, offset + at) for at in range(0, length, entry)]
        assert any(tag == STRINGS for tag, _ in tags)
        for _, place in filter(lambda tag: tag[0] == NEEDED, tags):
            end = library.index(b"\0", strings + place)
            names.add(library[strings + place : end].decode())
    return names


@pytest.mark.skipif(sys.platform != "linux", reason="reads ELF")
def test_the_native_part_needs_nothing_but_the_system():
    linked = needed(Path(_native.__file__).read_bytes())
    assert "libc.so.6" in linked and linked <= LIBRARIES
