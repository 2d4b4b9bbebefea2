"""The services the other tests stand on: a worker sees the test's rows, a killed broker forgets nothing."""

import subprocess
import sys
from collections.abc import Callable

from django.contrib.auth import get_user_model
from django.db import connection

from tests.services import database
from tests.services.broker import Broker
from tests.services.worker import Worker
from validator_site import celery_app


def test_the_run_is_on_the_database_it_was_asked_for(db: None) -> None:
    assert connection.vendor == database.wanted()


def test_another_process_sees_committed_rows(database_url: str) -> None:
    get_user_model().objects.create(username="seen from outside")
    program = "import django; django.setup(); from django.contrib.auth.models import User; print(User.objects.get().username)"
    settings = {"DATABASE_URL": database_url, "DJANGO_SETTINGS_MODULE": "validator_site.settings"}
    said = subprocess.run([sys.executable, "-c", program], env=settings, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "seen from outside"


def test_a_killed_broker_keeps_its_messages(broker: Broker) -> None:
    celery_app.send_task("nobody.works.on.this")
    broker.kill()
    broker.start()
    assert broker.client().llen("celery") == 1


def test_a_worker_takes_a_message_sent_before_it_started(start_worker: Callable[..., Worker], broker: Broker) -> None:
    celery_app.send_task("nobody.works.on.this")
    worker = start_worker()
    worker.wait_until_it_says("Received unregistered task of type 'nobody.works.on.this'")
    worker.stop()
    assert broker.client().llen("celery") == 0
