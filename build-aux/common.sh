# SPDX-License-Identifier: GPL-3.0-or-later
# common.sh - what build-aux/* and .ci/run share: the one list of Debian packages,
# and the way from a fresh clone to a build directory. Sourced, with bash.
# shellcheck shell=bash disable=SC2034

# The top of the source tree, independent of the current folder.
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Debian packages that building, running, testing and .ci/run need.
packages_program=(
  gcc libc6-dev pkg-config meson ninja-build gettext itstool python3 yelp-tools
  libgtk-4-dev libarchive-dev libjson-glib-dev libsoup-3.0-dev libcairo2-dev libpango1.0-dev
  libsqlite3-dev libsecret-1-dev libglib2.0-dev libglib2.0-dev-bin libglib2.0-bin
  desktop-file-utils libgtk-4-bin # meson wants their programs for installing
)
packages_build=(
  "${packages_program[@]}"
  gi-docgen gobject-introspection libgirepository1.0-dev valac # for libtilewright
)
packages_run=(adwaita-icon-theme fonts-dejavu-core librsvg2-common shared-mime-info)
packages_test=(
  at-spi2-core dbus-daemon gir1.2-atspi-2.0 gjs locales python3-gi python3-gi-cairo weston xauth xdotool xvfb
  admesh assimp-utils clasp coinor-cbc glpk-utils jq librsvg2-bin minisat minizinc
  poppler-utils python3-ezdxf
  python3-jsonschema # these check files that we write
)
packages_check=(
  appstream binutils clang clang-format doxygen fish flatpak-builder git graphviz libclang-rt-14-dev procps
  r-base-core r-cran-jsonlite reuse shellcheck systemd zsh
)
packages_all=(chromium chromium-driver debhelper lintian mount munge openmpi-bin slurm-client slurmctld slurmd) # for .ci/run --all
packages_deb=(debhelper fakeroot)

say() {
  printf '== %s\n' "$*" >&2
}

die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# absolute PATH: prints PATH, resolved against the current folder.
absolute() {
  case $1 in
    /*) printf '%s\n' "$1" ;;
    *) printf '%s/%s\n' "$PWD" "$1" ;;
  esac
}

# install PACKAGE...: installs the missing packages of the distribution. If none is
# missing, it needs neither the network nor the right to install.
install() {
  local missing=() name root=(env DEBIAN_FRONTEND=noninteractive)

  command -v dpkg-query >/dev/null || return 0
  for name in "$@"; do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null) == installed ]] \
      || missing+=("$name")
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0

  say "installing ${missing[*]}"
  if [[ $(id -u) -ne 0 ]]; then
    command -v sudo >/dev/null || die "these packages are missing, and there is no sudo: ${missing[*]}"
    root=(sudo "${root[@]}")
  fi
  "${root[@]}" apt-get -q update </dev/null >&2 \
    || say "the list of packages could not be refreshed: trying the one that is there"
  "${root[@]}" apt-get -q -y install --no-install-recommends "${missing[@]}" </dev/null >&2 \
    || die "could not install ${missing[*]}"
}

# configure DIR [MESON OPTION...]: sets up a build directory. One that was set up by
# another version or for another place is set up again. DIR is absolute. It does not
# touch a folder that is not a build directory.
configure() {
  local dir=$1
  shift

  if [[ -d $dir/meson-private ]]; then
    if grep -qF "\"source\": \"$source_dir\"" "$dir/meson-info/meson-info.json" 2>/dev/null \
      && meson setup --reconfigure "$@" "$dir" "$source_dir" </dev/null >&2; then
      return 0
    fi
    say "$dir is stale: setting it up again"
    rm -rf "$dir"
  elif [[ -e $dir && -n $(ls -A "$dir") ]]; then
    die "$dir is there and no build directory; --build-dir names another"
  fi
  meson setup "$@" "$dir" "$source_dir" </dev/null >&2 || die "meson could not configure $dir"
}

# build DIR [TARGET...]
build() {
  local dir=$1
  shift
  ninja -C "$dir" "$@" </dev/null >&2 || die "the build in $dir failed"
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
        # A program that crashed or hung has failed, even if all its cases passed.
        passed += len(cases) - bad - skip
        skipped += skip
        failed += max(bad, 1)
print(passed, failed, skipped)
END
}

# print_results PASSED FAILED SKIPPED: the line that ends a test run.
print_results() {
  if [[ $3 -gt 0 ]]; then
    printf '%d passed, %d failed, %d skipped\n' "$1" "$2" "$3"
  else
    printf '%d passed, %d failed\n' "$1" "$2"
  fi
}
