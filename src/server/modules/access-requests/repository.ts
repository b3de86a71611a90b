import { type Selectable, sql } from 'kysely'
import type { AccessRequestDraft } from '@contract/access'
import { WAITING_REQUESTS_MAX } from '@contract/limits'
import { ACCESS_LINK_DAYS, UNDECIDED_REQUEST_DAYS } from '@contract/retention'
import { isOnPageOfKeeper, letIn } from '../../access/repository'
import { daysAgo, inSeconds, now } from '../../db/instants'
import type { Db, Tables } from '../../db/schema'
import { hashToken } from '../../lib/token'
import { isPageLetterDue } from '../../mail/repository'

type AccessRequestRow = Selectable<Tables['access_requests']>

const LINK_SECONDS = ACCESS_LINK_DAYS * 24 * 3600
/** Per response. As requests are decided or removed, the next ones move up. */
const LISTED_MAX = 1000

/**
 * Stores an access request. It is one statement for a closed page, a public page and a missing page, so that its duration
 * does not reveal which it was. The request is dropped when more are pending than are listed.
 */
export async function insertAccessRequest(
  db: Db,
  memorialId: number,
  { name, email, text, consent_version }: AccessRequestDraft,
): Promise<void> {
  const waiting = db
    .selectFrom('access_requests')
    .select('id')
    .where('memorial_id', '=', memorialId)
    .where('status', '=', 'pending')
    .limit(WAITING_REQUESTS_MAX + 1)
  const closedPage = db
    .selectFrom('memorials')
    .select('id')
    .where('id', '=', memorialId)
    .where('public_status', '=', false)
    .where('user_id', 'is not', null)
  await db
    .insertInto('access_requests')
    .columns(['memorial_id', 'name', 'email', 'text', 'consent_version'])
    .expression(
      db
        .selectNoFrom([
          closedPage.as('memorial_id'),
          sql.val(name).as('name'),
          sql.val(email).as('email'),
          sql.val(text).as('text'),
          sql.val(consent_version ?? null).as('consent_version'),
        ])
        .where(sql<boolean>`(select count(*) from ${waiting} as waiting) <= ${sql.lit(WAITING_REQUESTS_MAX)}`),
    )
    .execute()
}

/** Pending requests, oldest first; then approved and rejected ones, latest decision first. */
export async function listAccessRequests(db: Db, memorialId: number) {
  return db
    .selectFrom('access_requests')
    .select(['id', 'name', 'email', 'text', 'status', 'created_at'])
    .where('memorial_id', '=', memorialId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now())]))
    .orderBy(sql`array_position(array['pending', 'approved', 'rejected'], status)`)
    .orderBy(sql`decided_at desc nulls last`)
    .orderBy('id')
    .limit(LISTED_MAX)
    .execute()
}

/** Pending requests for the closed pages of a keeper, oldest first. A page that was made public needs no decision. */
export async function listPendingAccessRequests(db: Db, userId: number) {
  return db
    .selectFrom('access_requests')
    .innerJoin('memorials', 'memorials.id', 'access_requests.memorial_id')
    .select(['access_requests.id', 'access_requests.name', 'access_requests.email', 'access_requests.text'])
    .select('access_requests.created_at')
    .select(['memorials.id as memorial_id', 'memorials.lastname', 'memorials.name as first_name', 'memorials.surname'])
    .where('access_requests.status', '=', 'pending')
    .where('memorials.public_status', '=', false)
    .where(isOnPageOfKeeper('access_requests.memorial_id', userId))
    .orderBy('access_requests.id')
    .limit(LISTED_MAX)
    .execute()
}

/** The memorial's id; undefined when there is no such request. */
export async function pageOfAccessRequest(db: Db, id: number): Promise<number | undefined> {
  const found = await db.selectFrom('access_requests').select('memorial_id').where('id', '=', id).executeTakeFirst()
  return found?.memorial_id ?? undefined
}

/** Undefined when the request was already decided or deleted. Of two concurrent decisions exactly one wins. */
export async function letInWithKey(tx: Db, id: number, key: string): Promise<AccessRequestRow | undefined> {
  return tx
    .updateTable('access_requests')
    .set({ status: 'approved', decided_at: now(), key_hash: hashToken(key), expires_at: inSeconds(LINK_SECONDS) })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
}

/** As `letInWithKey`, for a refusal. */
export async function refuseAccess(tx: Db, id: number): Promise<AccessRequestRow | undefined> {
  return tx
    .updateTable('access_requests')
    .set({ status: 'rejected', decided_at: now() })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
}

/** False when it was already deleted. */
export async function deleteAccessRequest(tx: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('access_requests').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** The request whose letter holds this key; undefined when it belongs to another page, was ended, or has expired. */
export async function findByKey(
  db: Db,
  memorialId: number,
  key: string,
): Promise<{ id: number; email: string } | undefined> {
  return letIn(db, memorialId).select('email').where('key_hash', '=', hashToken(key)).executeTakeFirst()
}

/** Deletes requests for pages that are public or do not exist. */
export async function deleteRequestsForNothing(db: Db): Promise<void> {
  await db.deleteFrom('access_requests').where('memorial_id', 'is', null).execute()
}

export async function deleteOldAccessRequests(db: Db): Promise<void> {
  await db
    .deleteFrom('access_requests')
    .where('status', '=', 'pending')
    .where('created_at', '<', daysAgo(UNDECIDED_REQUEST_DAYS))
    .execute()
  await db.deleteFrom('access_requests').where('decided_at', '<', daysAgo(ACCESS_LINK_DAYS)).execute()
}

/** Closed pages with pending requests that no letter has announced, if a letter is due. */
export async function listPagesToNotifyOf(db: Db): Promise<number[]> {
  const pages = await db
    .selectFrom('access_requests')
    .innerJoin('memorials', 'memorials.id', 'access_requests.memorial_id')
    .select('memorials.id')
    .distinct()
    .where('memorials.user_id', 'is not', null)
    // Pages made public since then are readable without a link.
    .where('memorials.public_status', '=', false)
    .where('access_requests.status', '=', 'pending')
    .where('access_requests.is_told', '=', false)
    .where(isPageLetterDue())
    .execute()
  return pages.map(({ id }) => id)
}

/** Marks the requests that a letter announces. Returns their number. */
export async function markNotified(tx: Db, memorialId: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('access_requests')
    .set({ is_told: true })
    .where('memorial_id', '=', memorialId)
    .where('status', '=', 'pending')
    .where('is_told', '=', false)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
