import type { InstallationVerb, Verb } from '../verb'
import { accountVerbs } from './accounts'
import { backupVerbs } from './backups'
import { check } from './check'
import { clockAccept } from './clock'
import { healthcheck } from './healthcheck'
import { importVerb } from './import'
import { keyNew, keyRotate } from './key'
import { letterVerbs } from './letters'
import { memorialVerbs } from './memorials'
import { migrateVerb } from './migrate'
import { recount } from './recount'
import { tell } from './tell'

/** All commands of the CLI. */
export const VERBS: Verb[] = [
  check,
  healthcheck,
  migrateVerb,
  ...backupVerbs,
  importVerb,
  recount,
  ...accountVerbs,
  ...memorialVerbs,
  ...letterVerbs,
  tell,
  keyRotate,
  keyNew,
  clockAccept,
]

/** The command with this name, if it works on an installation. */
export function installationVerb(words: string): InstallationVerb | undefined {
  const verb = VERBS.find((each) => each.words === words)
  return verb && 'runOn' in verb ? verb : undefined
}
