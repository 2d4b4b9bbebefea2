"""A real browser: the system's chromium, else the one Playwright has installed, driven by Playwright."""

import os
import shutil
import subprocess
from pathlib import Path

from playwright.sync_api import Browser, Playwright

from tests.services import Tier

# A browser that calls home would be refused by a closed network, many times a run.
QUIET = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--disable-gpu",
    "--no-first-run",
]


def program() -> str:
    """Path of a browser program, or an empty text."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return found
    kept = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH", Path.home() / ".cache" / "ms-playwright"))
    installed = sorted(kept.glob("chromium-*/chrome-linux*/chrome")) + sorted(kept.glob("chromium-*/chrome-mac*/*/Contents/MacOS/*"))
    return str(installed[-1]) if installed else ""


def tier() -> Tier:
    path = program()
    if not path:
        return Tier("Browser", missing="no chromium on PATH, and none from `playwright install chromium`")
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout.split()
    version = next((word for word in said if word[:1].isdigit()), "")
    return Tier("Browser", f"Chromium {version} ({path})")


def launch(playwright: Playwright) -> Browser:
    # Chromium refuses its sandbox to root and to nobody else.
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path=program(), args=[*QUIET, *sandbox])
