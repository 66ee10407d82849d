# shellcheck shell=bash disable=SC2034
# What the scripts here share. To be read by bash from the project's folder.
set -euo pipefail
version="$(awk -F'"' '/^version = / { print $2; exit }' Cargo.toml)"
repository="$(awk -F'"' '/^repository = / { print $2; exit }' Cargo.toml)"
artefacts="$PWD/target/artefacts"
# Archives of one commit and one program are the same to the byte.
SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}"
export SOURCE_DATE_EPOCH

fail() {
  echo "$*" >&2
  exit 1
}
