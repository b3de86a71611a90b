import type { InstallationVerb, Verb } from '../verb'
import { accountVerbs } from './accounts'
import { backupVerbs, backupVerified } from './backups'
import { check } from './check'
import { doctor } from './doctor'
import {
  clockAccept,
  filesDamaged,
  healthcheck,
  jobVerbs,
  keyNew,
  keyRotate,
  maintenanceVerbs,
  migrateVerb,
} from './upkeep'
import { importVerb, memorialVerbs, recount } from './memorials'
import { letterVerbs, letterToOperator } from './letters'

/** All commands of the CLI. */
export const VERBS: Verb[] = [
  check,
  doctor,
  healthcheck,
  migrateVerb,
  ...backupVerbs,
  backupVerified,
  importVerb,
  recount,
  ...accountVerbs,
  ...memorialVerbs,
  ...letterVerbs,
  letterToOperator,
  ...jobVerbs,
  filesDamaged,
  ...maintenanceVerbs,
  keyRotate,
  keyNew,
  clockAccept,
]

/** The command with this name, if it works on an installation. */
export function installationVerb(words: string): InstallationVerb | undefined {
  const verb = VERBS.find((each) => each.words === words)
  return verb && 'runOn' in verb ? verb : undefined
}
