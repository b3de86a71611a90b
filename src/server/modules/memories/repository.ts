import { type Insertable, type NotNull, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Decision } from '@contract/memory'
import { AFTER_DECISION_DAYS } from '@contract/retention'
import { prepared } from '../../db/prepared'
import { clock, daysAgo, now } from '../../db/instants'
import type { Db, Tables } from '../../db/schema'
import { mailboxKey } from '../../lib/mailbox'
import { FILES_OF_WORDS, type FilesOfWords } from '../accounts/authorship'

/** Replaces the IP address of a consent when it is deleted. */
const FORGOTTEN = 'forgotten'

/** A memory on a page. A trashed one has no page. */
export type MemoryRow = Selectable<Tables['memories']> & OnPage
export type NewMemory = Insertable<Tables['memories']> & OnPage
interface OnPage {
  memorials_id: number
}

type ApprovedMemory = Pick<
  MemoryRow,
  'id' | 'memorials_id' | 'description' | 'author' | 'created_at' | 'reply' | 'photo_id'
> &
  PhotoSize &
  ShownVoice
export type VoiceColumns = Pick<MemoryRow, (typeof VOICE_COLUMNS)[number]>
/** What a voice is shown by: its columns, and the facts of the file that is played. */
export type ShownVoice = VoiceColumns & {
  voice_duration: number | null
  voice_is_playable: boolean | null
}
export const VOICE_COLUMNS = [
  ...(['voice_id', 'voice_file', 'voice_copy_id', 'voice_text', 'voice_peaks', 'voice_due_at'] as const),
] as const
/** In pixels; null without a photo, or when unknown. */
export interface PhotoSize {
  photo_width: number | null
  photo_height: number | null
}
/** The copy of a voice where there is one. */
export const PLAYED_FILE = sql<string>`coalesce(memories.voice_copy_id, memories.voice_id)`

const selectApproved = prepared<{ memorialId: number; offset: number; limit: number }, ApprovedMemory>(
  (db, parameter) =>
    approved(db, parameter('memorialId'))
      .leftJoin('media', 'media.id', 'memories.photo_id')
      .select(['memories.id', 'memorials_id', 'description', 'author', 'memories.created_at', 'reply', 'photo_id'])
      .select(['media.width as photo_width', 'media.height as photo_height'])
      .leftJoin('media as voice', (join) => join.on('voice.id', '=', PLAYED_FILE))
      .select(VOICE_COLUMNS)
      .select(['voice.duration as voice_duration', 'voice.is_playable as voice_is_playable'])
      .$narrowType<{ memorials_id: NotNull }>()
      .orderBy('memories.created_at', 'desc')
      .orderBy('memories.id', 'desc')
      .offset(parameter('offset'))
      .limit(parameter('limit')),
)

const countApproved = prepared<{ memorialId: number }, { total: number }>((db, parameter) =>
  approved(db, parameter('memorialId')).select(({ fn }) => fn.countAll<number>().as('total')),
)

/** Approved memories of a memorial, newest first. */
export async function listApprovedMemories(
  db: Db,
  memorialId: number,
  page: { offset: number; limit: number },
): Promise<ApprovedMemory[]> {
  return selectApproved(db, { memorialId, ...page })
}

export async function countApprovedMemories(db: Db, memorialId: number): Promise<number> {
  const [counted] = await countApproved(db, { memorialId })
  return counted?.total ?? 0
}

export async function findMemory(db: Db, id: number): Promise<MemoryRow | undefined> {
  return onPages(db).selectAll().where('id', '=', id).$narrowType<{ memorials_id: NotNull }>().executeTakeFirst()
}

/**
 * Returns the existing memory if the memorial has one with the same `idempotency_key`. Of two concurrent inserts the second
 * waits for the first.
 */
export async function insertMemory(db: Db, memory: NewMemory): Promise<{ memory: MemoryRow; isNew: boolean }> {
  const inserted = await db
    .insertInto('memories')
    .values({ created_at: clock(), ...memory })
    .onConflict((key) =>
      key.columns(['memorials_id', 'idempotency_key']).where('idempotency_key', 'is not', null).doNothing(),
    )
    .returningAll()
    .$narrowType<{ memorials_id: NotNull }>()
    .executeTakeFirst()
  if (inserted) return { memory: inserted, isNew: true }
  const known = await db
    .selectFrom('memories')
    .selectAll()
    .where('memorials_id', '=', memory.memorials_id)
    .where('idempotency_key', '=', memory.idempotency_key ?? null)
    .$narrowType<{ memorials_id: NotNull }>()
    .executeTakeFirstOrThrow()
  return { memory: known, isNew: false }
}

/** The memory that was sent with this key before. */
export async function findSentBefore(db: Db, memorialId: number, key: string): Promise<MemoryRow | undefined> {
  return onPages(db)
    .selectAll()
    .where('memorials_id', '=', memorialId)
    .where('idempotency_key', '=', key)
    .$narrowType<{ memorials_id: NotNull }>()
    .executeTakeFirst()
}

/** The number of other memories pending on the page. */
export async function countOthersWaiting(
  tx: Db,
  { id, memorials_id: memorialId }: Pick<MemoryRow, 'id' | 'memorials_id'>,
): Promise<number> {
  const { waiting } = await tx
    .selectFrom('memories')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('memorials_id', '=', memorialId)
    .where('status', '=', 'pending')
    .where('is_unheard', '=', false)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow()
  return waiting
}

/** For memories decided elsewhere: sends no notices. */
export async function insertMemories(tx: Db, memories: NewMemory[]): Promise<void> {
  if (memories.length > 0) await tx.insertInto('memories').values(memories).execute()
}

/** The current row, locked until the transaction ends; undefined when it was deleted. */
export async function lockMemory(tx: Db, id: number): Promise<MemoryRow | undefined> {
  return onPages(tx)
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .$narrowType<{ memorials_id: NotNull }>()
    .executeTakeFirst()
}

export async function updateMemory(
  db: Db,
  id: number,
  change: { description: string; author: string; voice_text: string | null },
): Promise<MemoryRow> {
  return db
    .updateTable('memories')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .$narrowType<{ memorials_id: NotNull }>()
    .executeTakeFirstOrThrow()
}

/** Undefined when it was already deleted. */
export async function deleteMemory(tx: Db, id: number): Promise<FilesOfWords | undefined> {
  return tx
    .deleteFrom('memories')
    .where('id', '=', id)
    .where('memorials_id', 'is not', null)
    .returning(FILES_OF_WORDS)
    .executeTakeFirst()
}

/** Undefined when it was already decided. Of two concurrent decisions exactly one wins. */
export async function decideOnMemory(db: Db, id: number, decision: Decision): Promise<MemoryRow | undefined> {
  return db
    .updateTable('memories')
    .set({ status: decision, decided_at: now() })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('memorials_id', 'is not', null)
    .returningAll()
    .$narrowType<{ memorials_id: NotNull }>()
    .executeTakeFirst()
}

/** Null deletes the reply. */
export async function setReply(tx: Db, id: number, reply: string | null): Promise<MemoryRow> {
  return tx
    .updateTable('memories')
    .set({ reply })
    .where('id', '=', id)
    .returningAll()
    .$narrowType<{ memorials_id: NotNull }>()
    .executeTakeFirstOrThrow()
}

export async function markReplyNotified(tx: Db, id: number): Promise<void> {
  await tx.updateTable('memories').set({ reply_told_at: now() }).where('id', '=', id).execute()
}

/** Deletes authors' e-mails, which are needed only to notify them of the decision. */
export async function forgetAuthorsOfDecidedMemories(db: Db): Promise<void> {
  await db
    .updateTable('memories')
    .set({ author_email: null })
    .where('author_email', 'is not', null)
    .where('decided_at', '<', daysAgo(AFTER_DECISION_DAYS))
    .execute()
}

/** Deletes the IP addresses of consents together with the authors' e-mails. Consents are retained as long as their memories. */
export async function forgetAddressesOfConsents(db: Db): Promise<void> {
  await db
    .updateTable('consents')
    .set({ address: FORGOTTEN })
    // A literal, as in the partial index: with a parameter PostgreSQL could not use that index.
    .where('memory_id', 'is not', null)
    .where('address', '<>', sql.lit(FORGOTTEN))
    // Starts from the few consents that still have an address, not from all decided memories.
    .where((eb) =>
      eb(
        eb.selectFrom('memories').select('decided_at').whereRef('memories.id', '=', 'consents.memory_id'),
        '<',
        daysAgo(AFTER_DECISION_DAYS),
      ),
    )
    .execute()
}

function onPages(db: Db) {
  return db.selectFrom('memories').where('memorials_id', 'is not', null)
}

function approved(db: Db, memorialId: RawBuilder<number>) {
  return db.selectFrom('memories').where('memorials_id', '=', memorialId).where('status', '=', sql.lit('approved'))
}

/** The trashed memories of one page, latest first, with a tiny preview of the photo if there is one. */
export async function listTrashedMemories(db: Db, memorialId: number) {
  return db
    .selectFrom('memories')
    .leftJoin('media', 'media.id', 'memories.photo_id')
    .selectAll('memories')
    .select('media.preview as photo_preview')
    .where('memories.trashed_memorial_id', '=', memorialId)
    .orderBy('trashed_at', 'desc')
    .orderBy('memories.id', 'desc')
    .$narrowType<{ trashed_at: NotNull }>()
    .execute()
}

/** What people send in to a page, by the part of the path of its calls. */
export const SENT = ['memories', 'stories', 'proposals'] as const
export type SentIn = (typeof SENT)[number]

/** Who sent something in to a page: a mailbox as it is compared, and the hashes of it that questions may hold. */
interface SenderOfPage {
  memorialId: number
  mailbox: string
  hashes: Buffer[]
}

/** Takes what waits of a sender out of the queue of the page. Returns what it took: 'stories 7'. */
export async function hideWaiting(tx: Db, sender: SenderOfPage): Promise<string[]> {
  const hidden: string[] = []
  for (const kind of SENT) {
    const ids = await listWaitingOf(tx, kind, sender)
    if (ids.length > 0) await waitingAmong(tx, kind, ids).set({ is_unheard: true }).execute()
    hidden.push(...ids.map((id) => `${kind} ${id}`))
  }
  return hidden
}

/** Puts what `hideWaiting` took back into the queue, but for stories that were replaced since `hiddenAt`. */
export async function restoreWaiting(tx: Db, hidden: string[], hiddenAt: Date): Promise<void> {
  for (const kind of SENT) {
    const ids = hidden.filter((each) => each.startsWith(`${kind} `)).map((each) => Number(each.slice(kind.length)))
    if (ids.length === 0) continue
    const sentAt = sql.ref(kind === 'stories' ? 'told_at' : 'created_at')
    await waitingAmong(tx, kind, ids)
      .where(sql<boolean>`${sentAt} < ${hiddenAt}`)
      .set({ is_unheard: false })
      .execute()
  }
}

async function listWaitingOf(tx: Db, kind: SentIn, { memorialId, mailbox, hashes }: SenderOfPage): Promise<number[]> {
  if (kind === 'stories') {
    const { rows } = await sql<{ id: number }>`
      select stories.id from stories join questions on questions.id = question_id
      where stories.memorial_id = ${memorialId} and stories.status = 'pending' and is_unheard = false
        and mailbox_hash = any(${hashes}::bytea[])`.execute(tx)
    return rows.map(({ id }) => id)
  }
  const page = sql.ref(kind === 'memories' ? 'memorials_id' : 'memorial_id')
  const { rows } = await sql<{ id: number; author_email: string }>`
    select id, author_email from ${sql.table(kind)}
    where ${page} = ${memorialId} and status = 'pending' and is_unheard = false
      and author_email is not null`.execute(tx)
  return rows.filter(({ author_email }) => mailboxKey(author_email) === mailbox).map(({ id }) => id)
}

/** What was decided in the meantime stays as it is. */
function waitingAmong(tx: Db, kind: SentIn, ids: number[]) {
  return tx.updateTable(kind).where('id', 'in', ids).where('status', '=', 'pending')
}
