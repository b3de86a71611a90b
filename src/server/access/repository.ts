import { type Expression, expressionBuilder, type NotNull, type Selectable, sql } from 'kysely'
import { ID_MAX } from '@contract/limits'
import { SESSION_PAUSE_DAYS } from '@contract/retention'
import { FRESH_SESSION_MINUTES } from '@contract/session'
import { now } from '../db/instants'
import { compiledOnce, prepared } from '../db/prepared'
import type { Db, Tables } from '../db/schema'
import type { MemorialsTable } from '../db/tables/memorials'
import { hashToken } from '../lib/token'

/** A page that has an owner. Those in the trash have `trashed_user_id` in its place: see modules/memorials/trash.ts. */
export type MemorialRow = Selectable<MemorialsTable> & { user_id: number }

/** The same with the number of candles ever lit there, and the day of the last one. */
export type MemorialRowWithCandles = MemorialRow & { candles: number; lit_on: string | null }

/** The number of candles ever lit for a row of `memorials`: its own column counts those from before the table existed. */
export const litInAll = sql<number>`memorials.candles + coalesce((
  select lit_in_all from candle_counts where candle_counts.memorial_id = memorials.id), 0)`

/** Both figures of `MemorialRowWithCandles`. */
export const candleColumns = [
  litInAll.as('candles'),
  sql<string | null>`(select day from candle_counts where candle_counts.memorial_id = memorials.id)`.as('lit_on'),
] as const

/** What decides who may read a memorial, and applies to everything in it. */
export type MemorialFacts = Pick<MemorialRow, 'id' | 'user_id' | 'public_status' | 'closed_at' | 'owner_left_at'>

/** Whether only keepers and moderators may read it: the operator took it down, or its owner deleted their account. */
export function isTakenDownOrOwnerless({
  closed_at,
  owner_left_at,
}: Pick<MemorialRow, 'closed_at' | 'owner_left_at'>): boolean {
  return closed_at !== null || owner_left_at !== null
}

/** Whether anyone may read it, without PIN or account. */
export function isOpenToAll(memorial: Pick<MemorialRow, 'public_status' | 'closed_at' | 'owner_left_at'>): boolean {
  return memorial.public_status && !isTakenDownOrOwnerless(memorial)
}

const selectMemorial = compiledOnce<{ id: number }, MemorialRowWithCandles>((db, parameter) =>
  ownedMemorials(db)
    .selectAll()
    .select(candleColumns)
    .where('id', '=', parameter('id'))
    .$narrowType<{ user_id: NotNull }>(),
)

export async function findMemorial(db: Db, id: number): Promise<MemorialRowWithCandles | undefined> {
  const [memorial] = await selectMemorial(db, { id })
  return memorial
}

const selectFacts = prepared<{ id: number }, MemorialFacts>((db, parameter) =>
  ownedMemorials(db)
    .select(['id', 'user_id', 'public_status', 'closed_at', 'owner_left_at'])
    .where('id', '=', parameter('id'))
    .$narrowType<{ user_id: NotNull }>(),
)

/** Without its biography, which may be long. */
export async function findMemorialFacts(db: Db, id: number): Promise<MemorialFacts | undefined> {
  const [facts] = await selectFacts(db, { id })
  return facts
}

export async function memorialExists(db: Db, id: number): Promise<boolean> {
  return !!(await ownedMemorials(db).select('id').where('id', '=', id).executeTakeFirst())
}

/** The memorial as it is now, locked until the transaction ends; undefined when it has been deleted. */
export async function lockMemorialRow(tx: Db, id: number): Promise<MemorialRow | undefined> {
  return ownedMemorials(tx)
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .$narrowType<{ user_id: NotNull }>()
    .executeTakeFirst()
}

/** All pages except those in the trash. */
export function ownedMemorials(db: Db) {
  return db.selectFrom('memorials').where('memorials.user_id', 'is not', null)
}

/** The precision of `last_used_at`. Its reader wants to know the day; an exact time would cost a write per request. */
const LAST_USE_PRECISION_SECONDS = 5 * 60

/** The active account of a valid session; `is_last_use_stale` says whether to call `updateLastUse`. */
export async function findAccountByToken(db: Db, token: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.email',
      'users.is_verified',
      'users.is_superuser',
      'users.verified_at',
      'users.password_set_by_letter_at',
      'sessions.id as session_id',
      isFresh().as('is_fresh'),
      isLastUseStale().as('is_last_use_stale'),
    ])
    .select((eb) => hasFactor(eb.ref('users.id')).as('has_factor'))
    .where('sessions.token_hash', '=', hashToken(token))
    .where(isLiving())
    .where('users.is_active', '=', true)
    .executeTakeFirst()
}

/** Of several concurrent requests, only one writes. */
export async function updateLastUse(db: Db, token: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: sql<Date>`now()` })
    .where('token_hash', '=', hashToken(token))
    .where(isLastUseStale())
    .execute()
}

/** The hash of an owner's PIN; null when none is set. */
export async function findPinHash(db: Db, userId: number): Promise<string | null> {
  const owner = await db.selectFrom('users').select('pin_hash').where('id', '=', userId).executeTakeFirst()
  return owner?.pin_hash ?? null
}

function isFresh() {
  return sql<boolean>`coalesce(sessions.confirmed_at > now() - make_interval(mins => ${FRESH_SESSION_MINUTES}), false)`
}

/** Whether an account has a second factor that counts. */
export function hasFactor(userId: Expression<number>) {
  return expressionBuilder<Tables>().exists((eb) =>
    eb
      .selectFrom('factors')
      .select('factors.id')
      .where('factors.user_id', '=', userId)
      .where('factors.confirmed_at', 'is not', null),
  )
}

function isLastUseStale() {
  return sql<boolean>`sessions.last_used_at < now() - make_interval(secs => ${LAST_USE_PRECISION_SECONDS})`
}

/** Whether the owner of a page has made this account a keeper too. */
export async function isKeeper(db: Db, memorialId: number, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('keepers')
    .select('user_id')
    .where('memorial_id', '=', memorialId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}

/** The ids of all pages that an account owns or keeps, as a subquery. */
export function memorialIdsOfKeeper(userId: number) {
  const eb = expressionBuilder<Tables>()
  return eb
    .selectFrom('memorials')
    .select('memorials.id')
    .where('memorials.user_id', '=', userId)
    .unionAll(
      eb
        .selectFrom('keepers')
        .innerJoin('memorials', 'memorials.id', 'keepers.memorial_id')
        .select('keepers.memorial_id as id')
        .where('keepers.user_id', '=', userId)
        .where('memorials.user_id', 'is not', null),
    )
}

/** The ids of all pages that an account owns or keeps; undefined when there is no such active account. */
export async function listPagesOf(db: Db, userId: number): Promise<number[] | undefined> {
  const account = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!account) return undefined
  const pages = await db
    .selectFrom('memorials')
    .select('id')
    .where('id', 'in', memorialIdsOfKeeper(userId))
    .orderBy('id')
    .execute()
  return pages.map(({ id }) => id)
}

/**
 * Whether a row belongs to one of these pages: for queues, which have an index by page and time. PostgreSQL cannot guess
 * how many pages `in` would find, and plans for 200 of them: with 20 000 it looks up each memory by its page. The array is
 * computed first, and then the index is read once.
 */
export function isOnPageOfKeeper(memorialId: string, userId: number) {
  return sql<boolean>`${sql.ref(memorialId)} = any(array(${memorialIdsOfKeeper(userId)}))`
}

/** Whether a report of the page waits for a moderator. */
export async function isReported(db: Db, memorialId: number): Promise<boolean> {
  const { found } = await db
    .selectNoFrom((eb) => eb.exists(waitingReports(eb.val(memorialId))).as('found'))
    .executeTakeFirstOrThrow()
  return Boolean(found)
}

/** Whether the words or stories of the page in a column are shown to a moderator: see `keepers_decide`. */
export function showsWordsToModerator(moderatorId: number, page: 'memories.memorials_id' | 'stories.memorial_id') {
  return expressionBuilder<Tables>().not((eb) =>
    eb.exists(
      eb
        .selectFrom('memorials as decided')
        .select('decided.id')
        .where('decided.id', '=', sql.ref<number>(page))
        .where('decided.keepers_decide', '=', sql.lit(true))
        .where('decided.closed_at', 'is', null)
        .where((of) => of.not(isOnPageOfKeeper('decided.id', moderatorId)))
        .where((of) => of.not(of.exists(waitingReports(of.ref('decided.id'))))),
    ),
  )
}

function waitingReports(memorialId: Expression<number>) {
  return expressionBuilder<Tables>()
    .selectFrom('reports')
    .select('reports.id')
    .where('reports.memorial_id', '=', memorialId)
    .where('reports.status', '=', 'pending')
}

/** Whether an account owns or keeps a page. */
export async function isKeeperOf(db: Db, memorialId: number, userId: number): Promise<boolean> {
  const { isKeeper } = await db
    .selectNoFrom((eb) => eb(eb.val(memorialId), 'in', memorialIdsOfKeeper(userId)).as('isKeeper'))
    .executeTakeFirstOrThrow()
  return Boolean(isKeeper)
}

/** The ids of all keepers of a page, in ascending order: a caller that locks them all does it in this order. */
export async function listKeeperIds(db: Db, memorialId: number): Promise<number[]> {
  const keepers = await db
    .selectFrom('memorials')
    .select('user_id')
    .where('id', '=', memorialId)
    .where('user_id', 'is not', null)
    .$narrowType<{ user_id: NotNull }>()
    .union((eb) => eb.selectFrom('keepers').select('user_id').where('memorial_id', '=', memorialId))
    .orderBy('user_id')
    .execute()
  return keepers.map(({ user_id }) => user_id)
}

/** The e-mails of all keepers of a page, its owner first. Accounts that are blocked get no letters. */
export async function listKeeperEmails(db: Db, memorialId: number): Promise<string[]> {
  const keepers = await db
    .selectFrom('memorials')
    .innerJoin('users', (join) =>
      join.on((eb) =>
        eb.or([
          eb('users.id', '=', eb.ref('memorials.user_id')),
          eb(
            'users.id',
            'in',
            eb.selectFrom('keepers').select('keepers.user_id').where('keepers.memorial_id', '=', memorialId),
          ),
        ]),
      ),
    )
    .select('users.email')
    .where('memorials.id', '=', memorialId)
    .where('users.is_active', '=', true)
    .orderBy((eb) => eb('users.id', '!=', eb.ref('memorials.user_id')))
    .orderBy('users.id')
    .execute()
  return keepers.map(({ email }) => email)
}

/** Whether a requester was let in to a page, and the access has neither been ended nor expired. */
export async function isLetIn(db: Db, memorialId: number, requestId: number): Promise<boolean> {
  const found = await letIn(db, memorialId).where('id', '=', requestId).executeTakeFirst()
  return found !== undefined
}

/** The requests that give access to a page now. */
export function letIn(db: Db, memorialId: number) {
  return db
    .selectFrom('access_requests')
    .select('id')
    .where('memorial_id', '=', memorialId)
    .where('status', '=', 'approved')
    .where('expires_at', '>', now())
}

/**
 * A session as signed into the tokens and links that it makes. `key` is not secret, but unique, and it changes when
 * everything that the session has made is revoked: what was signed with the former key then opens nothing.
 */
export interface SigningSession {
  id: number
  key: string
}

/** The valid session of an account; undefined once it has ended. The ids may be arbitrary numbers from a URL. */
export async function findSigningSession(
  db: Db,
  { id: userId, sessionId }: { id: number; sessionId: number },
): Promise<SigningSession | undefined> {
  if (userId > ID_MAX || sessionId > ID_MAX) return undefined
  const session = await db
    .selectFrom('sessions')
    .select(['id', 'token_hash', 'epoch'])
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where(isLiving())
    .executeTakeFirst()
  // Session ids alone would do, until a restored database issues one of them again.
  return (
    session && { id: session.id, key: `${session.id}.${session.epoch}.${session.token_hash.toString('base64url')}` }
  )
}

/** Whether a row of `sessions` has neither expired nor been unused for too long. */
export function isLiving() {
  return sql<boolean>`(sessions.expires_at > now()
    and sessions.last_used_at > now() - make_interval(days => ${SESSION_PAUSE_DAYS}))`
}
