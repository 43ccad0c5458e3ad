#!/usr/bin/env bash
# Installs the Debian packages that the tests use: a real MediaWiki's needs, two database servers, a browser, and what checks deploy/.
set -euo pipefail

packages=(
    php-cli php-sqlite3 php-mysql php-xml php-mbstring php-intl php-apcu php-curl php-gd
    sqlite3 mariadb-server postgresql
    lua5.1 librsvg2-bin diffutils
    chromium fonts-dejavu-core
    systemd logrotate
)

is_installed() {
    [[ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]
}

as_root() {
    if [[ $EUID -eq 0 ]]; then "$@"; else sudo "$@"; fi
}

if ! command -v dpkg-query >/dev/null; then
    echo "Not a Debian system; the tests need what these packages hold: ${packages[*]}" >&2
    exit 0
fi

# MediaWiki and WordPress are not installed: the tests download and unpack them, for which apt must know of them.
knows_the_sites() {
    apt-cache show mediawiki wordpress >/dev/null 2>&1
}

missing=()
for package in "${packages[@]}"; do
    is_installed "$package" || missing+=("$package")
done

if [[ ${#missing[@]} -gt 0 ]] || ! knows_the_sites; then
    echo "Debian packages to install: ${missing[*]:-none}"
    as_root apt-get update -qq
fi
if [[ ${#missing[@]} -gt 0 ]]; then
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes --no-install-recommends "${missing[@]}"
fi
