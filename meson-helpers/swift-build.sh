#!/usr/bin/env bash
# Called by meson: swift-build.sh PACKAGE SCRATCH CONFIGURATION PRODUCT OUTPUT
# Builds one product of the Swift package and copies it to where meson expects it.
# FEED_VIEWER_DEPENDENCIES=FOLDER takes the checkouts of its dependencies from the .build folder of another build, and
# FEED_VIEWER_MIRRORS="ADDRESS=FOLDER ..." clones them from local repositories: neither needs a network.
set -euo pipefail
# shellcheck source=meson-helpers/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

if [[ -n ${FEED_VIEWER_DEPENDENCIES-} && ! -e $2/workspace-state.json ]]; then
  mkdir -p "$2"
  cp -a "$FEED_VIEWER_DEPENDENCIES"/{checkouts,repositories,workspace-state.json} "$2/"
fi

for mirror in ${FEED_VIEWER_MIRRORS-}; do
  swift package --package-path "$1" config set-mirror --original "${mirror%%=*}" --mirror "file://${mirror#*=}"
done

build=(swift build --package-path "$1" --scratch-path "$2" -c "$3" --product "$4" --static-swift-stdlib)
toolchain=$(dirname "$(readlink -f "$(command -v swift)")")
# The linker of the toolchain packs the places that are relocated when the program starts, which takes a megabyte less
# than a table of them; half of another are names of functions that only plug-ins would need.
if [[ $3 == release && -x $toolchain/ld.lld ]]; then
  build+=(-Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic)
fi
# GRDB brings Foundation, and this brings 34 MB of ICU data for locales and collation, which nothing here uses: words and
# dates are GLib's. The linker puts an empty package in its place; `ICUDataTests` watches over what would need the data.
icu=$toolchain/../lib/swift_static/linux/lib_FoundationICU.a
if [[ $3 == release && -e $icu ]]; then
  data=$("$toolchain/llvm-nm" --defined-only "$icu" 2>/dev/null | sed -n 's/.* R \(icudt[0-9]*_dat\)$/\1/p')
  [[ $data == icudt*_dat ]] || fail "The toolchain's ICU has no data of a known name: $icu"
  mkdir -p "$2"
  "$toolchain/clang" -DICU_DATA="__wrap_$data" -c "$root/meson-helpers/no-icu-data.c" -o "$2/no-icu-data.o"
  build+=(-Xlinker "$2/no-icu-data.o" -Xlinker "--wrap=$data")
fi
"${build[@]}" 2>&1 | without_flag_warning
install -m 755 "$("${build[@]}" --show-bin-path 2>/dev/null)/$4" "$5"
