"""Makes the project's environment: ``.venv``, with exactly what ``requirements.lock`` names.

Standard library only. This file has to parse on Python 3.6, so that an old Python is told that it
is old instead of tripping over the syntax.
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "rami.stamp"
LOCK_FILE = ROOT / "requirements.lock"
PROJECT_FILE = ROOT / "pyproject.toml"
OLDEST = (3, 11)

# Of pip's settings in the caller's environment, those that say where packages come from and how
# to reach them. The others (PIP_USER, PIP_TARGET, PIP_CONSTRAINT, ...) would change what is made.
PIP_SOURCES = (
    "PIP_CACHE_DIR",
    "PIP_CERT",
    "PIP_CLIENT_CERT",
    "PIP_CONFIG_FILE",
    "PIP_DEFAULT_TIMEOUT",
    "PIP_EXTRA_INDEX_URL",
    "PIP_FIND_LINKS",
    "PIP_INDEX_URL",
    "PIP_KEYRING_PROVIDER",
    "PIP_NO_CACHE_DIR",
    "PIP_NO_INDEX",
    "PIP_PROXY",
    "PIP_RETRIES",
    "PIP_TRUSTED_HOST",
)


class SetUpError(Exception):
    """The environment cannot be made; the text says why and what to do."""


def enter(script: str) -> None:
    """Return inside ``.venv``, made or renewed where it has to be.

    Outside of it this function does not return: ``script`` starts again inside, with the same
    arguments, and gives the exit status. Where the environment cannot be made, the reason goes
    to standard error and the exit status is 2 (130 after Ctrl-C).
    """
    try:
        complain_about_python(sys.version_info[:2])
        if not is_ready():
            set_up()
        elif Path(sys.prefix).resolve() == VENV:
            return
    except (SetUpError, OSError) as error:
        say(f"{Path(script).name}: {error}")
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        say("Interrupted. The next run starts the set-up afresh.")
        raise SystemExit(130) from None
    restart([str(PYTHON), script, *sys.argv[1:]], clean(os.environ))


def complain_about_python(version: "tuple[int, int]") -> None:
    """Raise SetUpError where ``version`` (major, minor) is older than the project supports."""
    if version < OLDEST:
        have, need = (".".join(map(str, one)) for one in (version, OLDEST))
        raise SetUpError(
            f"this is Python {have}, and the rulebook needs Python {need} or newer.\n"
            "Run the same command with a newer one, such as python3.12 in place of python3."
        )


def fingerprint(lock: bytes, project: bytes, version: str, root: Path) -> str:
    """What an environment was made from, in one line.

    It changes with the packages, the project's own settings, the Python, and the folder (a moved
    environment does not work).
    """
    parts = [lock, project, version.encode(), str(root).encode()]
    return hashlib.sha256(b"\0".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def current() -> str:
    """The fingerprint that ``.venv`` should have now."""
    return fingerprint(LOCK_FILE.read_bytes(), PROJECT_FILE.read_bytes(), sys.version, ROOT)


def is_ready() -> bool:
    """Whether ``.venv`` is complete and made from what is here now."""
    return PYTHON.exists() and STAMP.exists() and STAMP.read_text() == current()


def set_up() -> None:
    """Make ``.venv`` from scratch, unless another process does so while we wait for it.

    The stamp is written last: a set-up that ended early has none and is done again.
    """
    stamp = current()
    from rami_examples.locks import locked  # only now: an old Python cannot even import it

    build = ROOT / ".build"
    build.mkdir(exist_ok=True)
    busy = "Another set-up of .venv is running; waiting for it ..."
    with locked(build / "setup.lock", busy) as lock:
        if is_ready():
            return
        if sys.stderr.isatty():
            say("Setting up .venv (once; needs the network) ...")
        if STAMP.exists():
            STAMP.unlink()
        if find_spec("ensurepip") is None:
            raise SetUpError(
                "this Python cannot make virtual environments (it has no ensurepip).\n"
                "On Debian or Ubuntu:  sudo apt install python3-venv\n"
                "Then run the same command again."
            )
        run(lock, [sys.executable, "-I", "-m", "venv", "--clear", str(VENV)])
        pip = [str(PYTHON), "-I", "-m", "pip", "install", "--no-deps"]
        if not sys.stderr.isatty():
            pip.append("--quiet")
        run(lock, [*pip, "--require-hashes", "-r", str(LOCK_FILE)])
        run(lock, [*pip, "--no-index", "--no-build-isolation", "-e", str(ROOT)])
        STAMP.write_text(stamp)


def run(lock: int, command: "list[str]") -> None:
    """Run one step of the set-up. Raises SetUpError, with its own account, where it fails.

    On a terminal its output is shown as it comes. The step inherits ``lock``, so that even an
    orphaned one keeps others from the half-made environment.
    """
    shown = sys.stderr.isatty()
    os.set_inheritable(lock, True)
    done = subprocess.run(
        command,
        env=clean(os.environ),
        cwd=str(ROOT),
        stdin=subprocess.DEVNULL,
        stdout=sys.stderr if shown else subprocess.PIPE,
        stderr=None if shown else subprocess.STDOUT,
        close_fds=False,
    )
    if done.returncode:
        raise SetUpError(failure(command, done.returncode, done.stdout or b""))


def failure(command: "list[str]", status: int, output: bytes) -> str:
    """What failed, its own account of it, and what to do, as text."""
    lines = output.decode(errors="replace").strip().splitlines()
    errors = [number for number, line in enumerate(lines) if line.startswith("ERROR")]
    words = lines[errors[0] :][:8] if errors else lines[-8:]
    return "\n".join(
        [
            f"the set-up of .venv failed: {command[3]} ended with status {status}.",
            *("    " + line for line in words),
            "Most often the network is missing, the disk is full, or a mirror lacks a package.",
            "Mend that and run the same command again; it starts the set-up afresh.",
        ]
    )


def clean(environment: "Mapping[str, str]") -> "dict[str, str]":
    """The environment without what would lead our Python or its pip astray."""
    kept = {
        name: value
        for name, value in environment.items()
        if name not in ("PYTHONPATH", "PYTHONHOME", "__PYVENV_LAUNCHER__")
        and (not name.startswith("PIP_") or name in PIP_SOURCES)
    }
    kept.update(VIRTUAL_ENV=str(VENV), PIP_USER="0", PIP_DISABLE_PIP_VERSION_CHECK="1")
    return kept


def restart(command: "list[str]", environment: "dict[str, str]") -> None:
    """Become ``command``; on Windows, which cannot do that, wait for it and end as it ended."""
    if os.name == "nt":
        raise SystemExit(subprocess.call(command, env=environment))
    sys.stdout.flush()
    os.execve(command[0], command, environment)


def say(text: str) -> None:
    """Print to standard error."""
    print(text, file=sys.stderr, flush=True)
