# common.sh - what build-aux/run, build-aux/test and .ci/run share. Sourced, with
# bash, from the top of the source tree.
# shellcheck shell=bash disable=SC2034

# Debian packages that building, running and testing need.
packages_build=(
  gcc libc6-dev pkg-config meson ninja-build gettext
  libgtk-4-dev libjson-glib-dev libsoup-3.0-dev libcairo2-dev libsqlite3-dev
  libsecret-1-dev coinor-libcbc-dev libglib2.0-dev-bin
)
packages_run=(adwaita-icon-theme fonts-dejavu-core)
packages_test=(xvfb xauth)

say() {
  printf '== %s\n' "$*" >&2
}

die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# install PACKAGE...: those that are not there yet, from the distribution.
install() {
  local missing=() name sudo=()

  command -v dpkg-query >/dev/null || return 0
  for name in "$@"; do
    dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
  done
  [ ${#missing[@]} -eq 0 ] && return 0

  say "installing ${missing[*]}"
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "these packages are missing, and there is no sudo: ${missing[*]}"
    sudo=(sudo)
  fi
  # The list of packages may be old or empty: refresh it only then.
  DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y --no-install-recommends \
    "${missing[@]}" </dev/null >&2 && return 0
  "${sudo[@]}" apt-get update </dev/null >&2
  DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y --no-install-recommends \
    "${missing[@]}" </dev/null >&2 || die "could not install ${missing[*]}"
}

# configure DIR [MESON OPTION...]: sets up a build directory, or sets up anew one
# that another version or place has left behind.
configure() {
  local dir=$1
  shift

  if [ -f "$dir/build.ninja" ]; then
    meson configure "$dir" "$@" >/dev/null 2>&1 && return 0
    say "$dir is stale: setting it up anew"
  fi
  rm -rf "$dir"
  meson setup "$dir" "$@" >&2 || die "meson could not configure $dir"
}

build() {
  ninja -C "$1" >&2 || die "the build in $1 failed"
}

# count_results DIR: "PASSED FAILED SKIPPED", test cases of the last meson test in DIR.
count_results() {
  python3 - "$1/meson-logs/testlog.json" <<'END'
import json, re, sys

passed = failed = skipped = 0
for line in open(sys.argv[1], encoding="utf-8"):
    test = json.loads(line)
    cases = re.findall(r"^(not )?ok\b([^\n]*)", test.get("stdout") or "", re.M)
    bad = sum(1 for fail, rest in cases if fail)
    skip = sum(1 for fail, rest in cases if not fail and re.search(r"#\s*skip", rest, re.I))
    if test["result"] in ("OK", "EXPECTEDFAIL"):
        passed += max(len(cases) - skip - bad, 0 if cases else 1)
        skipped += skip
    elif test["result"] == "SKIP":
        skipped += max(len(cases), 1)
    else:
        # A program that crashed or hung has failed, whatever its cases said.
        passed += len(cases) - bad - skip
        skipped += skip
        failed += max(bad, 1)
print(passed, failed, skipped)
END
}

# print_results PASSED FAILED SKIPPED: the line that ends a test run.
print_results() {
  if [ "$3" -gt 0 ]; then
    printf '%d passed, %d failed, %d skipped\n' "$1" "$2" "$3"
  else
    printf '%d passed, %d failed\n' "$1" "$2"
  fi
}
