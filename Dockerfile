# One image for web, live, worker, beat and migrate: docker-compose.yml says what each runs.

FROM python:3.11-slim-bookworm AS build
WORKDIR /build
# The locked tools first: they are installed anew only when a lock file has changed.
COPY pyproject.toml uv.lock package.json package-lock.json ./
COPY script/bootstrap script/
RUN script/bootstrap
# What runs gets an environment of its own, without Node and the tools of the build.
RUN UV_PYTHON_DOWNLOADS=never UV_PROJECT_ENVIRONMENT=/opt/harp .tools/bin/uv sync --locked --quiet \
    --python /usr/local/bin/python3 --no-default-groups --extra production --compile-bytecode --link-mode copy
COPY . .
RUN HARP_VAR=/build/var script/build

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --user-group --no-create-home --home-dir /nonexistent harp
ENV PATH=/opt/harp/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    DJANGO_SETTINGS_MODULE=harp_server.settings.production \
    HARP_VAR=/srv/harp/var \
    WEB_CONCURRENCY=2
WORKDIR /srv/harp
COPY --from=build /opt/harp /opt/harp
COPY manage.py LICENSE ./
COPY game game
COPY leaderboard leaderboard
COPY frontend frontend
COPY --from=build /build/frontend/locale frontend/locale
COPY harp_server harp_server
# Of var/ the static files alone: the secret key that the build made for itself stays behind.
COPY --from=build /build/var/static var/static
USER harp
EXPOSE 8000
CMD ["gunicorn", "harp_server.wsgi", "--bind", "0.0.0.0:8000", "--worker-class", "gthread", "--threads", "8"]
