/**
 * What `npm run artefact` copies: everything that a serving machine needs. Nothing that only a build needs, no tests, no
 * git history, and no demo people.
 */
export const COPIED_FOLDERS = [
  'dist/client',
  'dist/renderer',
  'dist/server',
  'config/catalogue',
  'config/legal',
  'config/deploy',
]
export const COPIED_FILES = [
  'config/memory.env',
  'config/env.example',
  'config/scripts/start.sh',
  'config/scripts/admin.sh',
  'LICENSE',
]
