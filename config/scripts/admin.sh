#!/bin/sh
# `npm run admin -- <verb>`: builds what is missing or older than its sources, then does a task of the operator. Only the
# answer goes to stdout.
set -e

# An artefact is used as it is.
if [ -d node_modules/@rspack/core ]; then
  node -r ./config/register.cjs config/scripts/build-stale.ts >&2
fi
set -a
. ./config/memory.env
exec node dist/server/pomnim.js "$@"
