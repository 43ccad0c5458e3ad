#!/usr/bin/env bash
# Writes the lock files anew: requirements.txt (what an operator runs) and requirements-dev.txt (that and the tools).
# The hashes come from the public index alone, whatever this machine's pip is set to, and no address is written down.
# Arguments are passed on to pip-compile: --upgrade, --upgrade-package NAME.
set -euo pipefail
cd "$(dirname "$0")/.."

compile() {
    PIP_CONFIG_FILE=/dev/null .venv/bin/pip-compile --quiet --no-header --no-emit-options \
        --pip-args=--isolated --generate-hashes --allow-unsafe --strip-extras "$@" pyproject.toml
}

compile "$@" --extra postgres --extra dev --all-build-deps --output-file requirements-dev.txt
compile --extra postgres --constraint requirements-dev.txt --output-file requirements.txt
