#!/bin/sh
# `npm start`: builds what is missing or older than its sources, then serves the built product. The build runs in a process
# that ends, and this one becomes the server, so that nothing waits beside it and holds memory.
set -e

# Whether nothing that any program could be made of has changed since all of them were built. If something has,
# build-stale.ts finds out which it concerns; it has to load a compiler for that, which takes most of a second.
all_built() {
  for built in dist/client/index.html dist/renderer/renderer.js dist/server/main.js; do
    [ -f "$built" ] || return 1
    [ -z "$(find src public config package-lock.json ./*.ts ./*.js -newer "$built" ! -path '*/node_modules/*' | head -n 1)" ] || return 1
  done
}

# An artefact (`npm run artefact`), or an installation without the packages of a build, is served as it is.
if [ -d node_modules/@rspack/core ] && ! all_built; then
  node -r ./config/register.cjs config/scripts/build-stale.ts &
  trap 'kill $!; exit 143' HUP INT TERM
  wait $!
  trap - HUP INT TERM
fi

set -a
. ./config/memory.env
NODE_ENV=production
exec node dist/server/main.js
