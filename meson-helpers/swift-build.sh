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

# Package.swift tells then which modules are not compiled for size.
export FEED_VIEWER_PROGRAM=1

options=(--package-path "$1" --scratch-path "$2" -c "$3" --static-swift-stdlib)
toolchain=$(dirname "$(readlink -f "$(command -v swift)")")
# The linker of the toolchain packs the places that are relocated when the program starts, which takes a megabyte less
# than a table of them; half of another are names of functions that only plug-ins would need. Functions with the same code
# become one: no address of a function is compared with another.
if [[ $3 == release && -x $toolchain/ld.lld ]]; then
  options+=(-Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic
    -Xlinker -O2 -Xlinker --icf=all -Xlinker -T -Xlinker "$root/meson-helpers/program.ld")
fi
# The argument parser imports FoundationEssentials to encode JSON and to look for descriptions of errors, which takes seven
# megabytes. It gets a module with nothing else in its place, which must be there when the parser is compiled.
# All modules are compiled for size, also the argument parser, but for those of which Package.swift says that they are not.
if [[ $3 == release ]]; then
  options+=(-Xswiftc -Osize -Xswiftc -module-alias -Xswiftc FoundationEssentials=ParserFoundation)
  swift build "${options[@]}" --target ParserFoundation 2>&1 | without_flag_warning
fi
swift build "${options[@]}" --product "$4" 2>&1 | without_flag_warning
install -m 755 "$(swift build "${options[@]}" --product "$4" --show-bin-path 2>/dev/null)/$4" "$5"
