import { sql } from 'kysely'
import { AUDIT_YEARS } from '@contract/retention'
import type { Db } from '../../db/schema'
import type { RegisterDoer, RegisterKind } from '../../db/tables/installation'
import type { AuditEvent } from '../../lib/security-log'

interface AuditEntry {
  event: AuditEvent
  /** The account that acted. */
  actor_id: number
  actor_role: 'owner' | 'keeper' | 'moderator'
  memorial_id: number
  /** The memory acted on. */
  subject_id?: number | null
}

/** Records an action, in the transaction of the action. */
export async function recordAudit(tx: Db, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({ ...entry, subject_id: entry.subject_id ?? null })
    .execute()
}

/** Whether this account deleted the memorial with this id. */
export async function hasDeletedMemorial(db: Db, accountId: number, memorialId: number): Promise<boolean> {
  const found = await db
    .selectFrom('audit_log')
    .select('id')
    .where('memorial_id', '=', memorialId)
    .where('event', '=', 'memorial_deleted')
    .where('actor_id', '=', accountId)
    .executeTakeFirst()
  return found !== undefined
}

export async function deleteOldAudit(db: Db): Promise<void> {
  await db
    .deleteFrom('audit_log')
    .where('at', '<', sql<Date>`now() - make_interval(years => ${AUDIT_YEARS})`)
    .execute()
}

/** Records an action on an account or a page, in the transaction of the action. */
export async function recordInRegister(
  tx: Db,
  kind: RegisterKind,
  {
    accountId = null,
    memorialId = null,
    doneBy = 'operator',
  }: { accountId?: number | null; memorialId?: number | null; doneBy?: RegisterDoer },
): Promise<void> {
  await tx
    .insertInto('register')
    .values({ kind, done_by: doneBy, account_id: accountId, memorial_id: memorialId })
    .execute()
}
