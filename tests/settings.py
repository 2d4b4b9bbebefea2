"""The project's settings, pointed at this test process's own folder, database and broker."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from tests.services import database
from tests.services.broker import Broker

# Short, because the broker's socket lies in it; own, because workers of pytest-xdist run side by side.
FOLDER = Path(tempfile.mkdtemp(prefix="callcheck-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)

(FOLDER / "static").mkdir()
BROKER = Broker(FOLDER)
os.environ["DATA"] = str(FOLDER)
os.environ["CELERY_BROKER_URL"] = BROKER.url
os.environ["SECRET_KEY"] = "tests only"
DATABASE_TIER = database.choose(FOLDER)

from validator_site.settings import *  # noqa: E402, F403
from validator_site.settings import DATABASES, STORAGES  # noqa: E402

# A file rather than memory, so that the workers a test starts see the same database.
if "sqlite3" in DATABASES["default"]["ENGINE"]:
    DATABASES["default"]["TEST"] = {"NAME": str(FOLDER / "test.sqlite3")}
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
