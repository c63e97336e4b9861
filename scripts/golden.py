"""What the scripts of golden sessions share: the programs in a folder that is gone at the end, and a free port."""

import os
import socket
import subprocess
from pathlib import Path


class Shop:
    """A home, a library, and the program that works with them."""

    def __init__(self, autorpa: Path, folder: Path):
        self.autorpa = str(autorpa)
        self.folder = folder
        self.library = folder / "library"
        self.library.mkdir()

    def start(self, *words: str, home: str = "home", **more) -> subprocess.Popen:
        """Start a command. What `Popen` takes may be said; other names are variables of its environment."""
        env = {**os.environ, "AUTORPA_HOME": str(self.folder / home), "AUTORPA_LIBRARY": str(self.library)}
        pipes = {it: more.pop(it) for it in ("stdin", "stdout", "stderr") if it in more}
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, **pipes}
        return subprocess.Popen([self.autorpa, *words], cwd=self.folder, env={**env, **more}, text=True, **pipes)

    def run(self, *words: str, **more) -> str:
        """What a command says on standard output."""
        return self.start(*words, **more).communicate()[0]


def free_port() -> int:
    """A port that nothing listens at now."""
    with socket.socket() as it:
        it.bind(("127.0.0.1", 0))
        return it.getsockname()[1]
