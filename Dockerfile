FROM python:3.11-slim AS build
WORKDIR /app
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PYTHONDONTWRITEBYTECODE=1
COPY requirements.txt .
RUN python -m venv /venv && /venv/bin/pip install --require-hashes -r requirements.txt
COPY manage.py ./
COPY validator_site validator_site
COPY validation validation
COPY uploads uploads
COPY templates templates
COPY locale locale
# The key signs nothing here: collecting static files needs no more than a value.
RUN SECRET_KEY=build STATIC_ROOT=/app/static /venv/bin/python manage.py collectstatic --no-input --ignore rest_framework --ignore redoc \
    && /venv/bin/python -m compileall -q /app /venv/lib

FROM python:3.11-slim
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin callcheck \
    && install -d -o callcheck -g callcheck -m 700 /data
COPY --from=build /venv /venv
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 DATA=/data STATIC_ROOT=/app/static REMAP_SIGTERM=SIGQUIT
USER 10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["gunicorn", "--config", "python:validator_site.web_server", "--bind", "0.0.0.0:8000", "--worker-tmp-dir", "/dev/shm", "validator_site.wsgi"]
