import { BackupError } from '../backup/format'
import { ConfigError } from '../config'
import { FolderInUseError } from '../db/embedded/folder-lock'
import { MigrationError, UnfitDatabaseError } from '../db/errors'
import { MigratingError } from '../db/snapshot'
import { SecretKeyMissing } from '../lib/secret-key'
import { messageOf } from '../lib/system-errors'
import { stackInSources } from '../lib/stack-in-sources'
import { OperatorError } from '../modules/operator/accounts-service'
import { VerbError } from './verb'

const FOR_OPERATOR = [
  BackupError,
  ConfigError,
  FolderInUseError,
  MigratingError,
  MigrationError,
  OperatorError,
  SecretKeyMissing,
  UnfitDatabaseError,
  VerbError,
]

/** A failure whose message the operator can understand; all others are bugs, and need their stack. */
export function isForOperator(error: unknown): error is Error {
  return FOR_OPERATOR.some((kind) => error instanceof kind)
}

/** The text of a failure for the operator. */
export function failureOf(error: unknown): string {
  if (isForOperator(error)) return error.message
  const { code, stack } = error as NodeJS.ErrnoException
  const message = messageOf(error as Error)
  if (code === undefined) return stackInSources(stack ?? message)
  // From the operating system or the database: the code says more than the stack.
  return message.includes(code) ? message : `${message} (${code})`
}
