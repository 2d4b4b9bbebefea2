"""gunicorn's settings: `gunicorn --config python:validator_site.web_server validator_site.wsgi`."""

from typing import Any

from validator_site import environment

worker_class = "validator_site.web_worker.Worker"
workers = environment.number("WEB_PROCESSES", 1, lowest=1)
threads = environment.web_threads()
graceful_timeout = 5
keepalive = 5
control_socket_disable = True
# As long as gunicorn allows: an error message is looked up by GET, so it stands in the address.
limit_request_line = 8190


def post_worker_init(_worker: Any) -> None:
    """What is loaded stays: a collection that walks through all of it would hold up whichever request it falls into."""
    from validation.pipeline.collector import come_less_often

    come_less_often()


log_requests = environment.flag("ACCESS_LOG")
access_log_format = '%(h)s "%(r)s" %(s)s %(b)s %(L)ss'
logconfig_dict: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"secrets": {"()": "validator_site.logs.HideSecrets"}},
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "filters": ["secrets"], "formatter": "line"}},
    "root": {"level": "WARNING", "handlers": ["stderr"]},
    "loggers": {
        "gunicorn.error": {"level": environment.text("WEB_LOG_LEVEL", "WARNING"), "handlers": ["stderr"], "propagate": False},
        "gunicorn.access": {"level": "INFO" if log_requests else "WARNING", "handlers": ["stderr"], "propagate": False},
    },
}
