# A server of Tarocco Bolognese: a slim image, hashes checked, not root.

FROM python:3.11-slim-bookworm AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1
WORKDIR /build
RUN python -m venv /opt/tarocco
# The dependencies first: they change less often than the code.
COPY requirements.lock ./
RUN /opt/tarocco/bin/pip install --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY engine/ engine/
COPY protocol/ protocol/
COPY server/ server/
COPY client_cli/ client_cli/
RUN /opt/tarocco/bin/pip install --no-deps --no-build-isolation .

FROM python:3.11-slim-bookworm
# The name of the folder is the default of TAROCCO_STATE_DIR below: only a server that
# keeps a store of its own writes there.
RUN useradd --system --uid 10062 --no-create-home tarocco \
    && install --directory --owner tarocco --mode 0700 /var/lib/tarocco
COPY --from=build /opt/tarocco /opt/tarocco
# Open to whatever is before the container: it does not start without
# TAROCCO_TRUSTED_PROXIES, see TLS in server/README.md.
ENV PATH=/opt/tarocco/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    TAROCCO_HOST=0.0.0.0 \
    TAROCCO_STATE_DIR=/var/lib/tarocco \
    NUMBA_CACHE_DIR=/var/lib/tarocco/compiled
# What bots search with, compiled: it goes into each new volume with the folder. On a CPU
# of another model, or in a folder of the host, it is compiled once more and kept there.
RUN tarocco-server warmup && chown --recursive tarocco /var/lib/tarocco
USER tarocco
WORKDIR /var/lib/tarocco
VOLUME /var/lib/tarocco
EXPOSE 8062
STOPSIGNAL SIGTERM
# Alive, not ready: a server whose store is away must not be started again for that.
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --retries=3 \
    CMD ["tarocco-server", "health", "--live"]
ENTRYPOINT ["tarocco-server"]
