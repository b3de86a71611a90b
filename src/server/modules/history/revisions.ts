import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { Expected } from '@contract/expected'
import { type History, type HistoryValue, NAMES_WITHOUT_NAME, type Revision } from '@contract/history'
import type { Precision } from '@contract/memorial-terms'
import type { Db } from '../../db/schema'
import { changedByOther, notFound } from '../../lib/api-error'
import {
  type AuthoredRevision,
  countRevisions,
  dropValueAfter,
  extendRevision,
  findLastOf,
  findLastRevision,
  findRevision,
  insertRevision,
  listRevisions,
  readRevisions,
} from './repository'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** Who changes a page, and for what. */
export interface Saving {
  memorialId: number
  userId: number
  byModerator?: boolean
  /** Whose texts they are, if those can be deleted before the page. */
  thing?: { item_id: number } | { memory_id: number } | { story_id: number }
  restoring?: Restoring | undefined
}

/** A change that restores former values. */
export interface Restoring {
  /** The revision that each field is restored from. */
  from: Record<string, number>
  /** Filled in: the fields that did not stand so already. */
  changed: string[]
  /** What the fields have to be now, else 409. */
  expected?: Record<string, HistoryValue>
  /** Of a proposal that is accepted: who made it. */
  proposer?: { author: string; proposed_by: number | null }
}

export interface Change {
  /** The field, as in contract/history.ts. */
  what: string
  before: HistoryValue
  after: HistoryValue
}

/**
 * Records what a save changes, in its transaction and under the lock of the page or the memory: one revision for each
 * changed field. A save that goes on within ten minutes joins the last revision, unless someone else saved in between, or it
 * takes the change back.
 */
export async function recordChanges(tx: Db, saving: Saving, changes: Change[]): Promise<void> {
  for (const { what, ...values } of changes) {
    const [before, after] = [asBytes(values.before), asBytes(values.after)]
    const expected = saving.restoring?.expected?.[what]
    if (expected !== undefined && !asBytes(expected).equals(before)) throw changedByOther()
    if (before.equals(after)) continue
    await recordChange(tx, saving, { what, before, after })
    saving.restoring?.changed.push(what)
  }
}

/** The changes of several texts of a thing; `prefix` stands before the names of its fields. */
export function changesOfTexts<Field extends string>(
  prefix: string,
  fields: readonly Field[],
  before: Record<Field, string | null>,
  after: Record<Field, string | null>,
): Change[] {
  return fields.map((field) => ({ what: prefix + field, before: before[field], after: after[field] }))
}

/** More revisions than this are not read one by way of another: then one has its whole value again. */
const STEPS_MAX = 24

async function recordChange(
  tx: Db,
  { memorialId, userId, byModerator = false, thing, restoring }: Saving,
  { what, before, after }: { what: string; before: Buffer; after: Buffer },
): Promise<void> {
  const last = await findLastRevision(tx, memorialId, what, userId)
  const standing = last?.after && (await decode(last.after))
  const isContinued = standing?.equals(before) ?? false
  if (last?.is_open && last.by_moderator === byModerator && isContinued && !restoring) {
    const first = await decode(last.before, standing ?? undefined)
    if (!first.equals(after)) {
      await extendRevision(tx, last.id, { before: await encode(first, after), after: await encode(after) })
      return
    }
  }
  // What stands before the new revision is what stood after the last one, which need not be stored twice.
  const isRead = last !== undefined && isContinued && last.steps < STEPS_MAX
  if (isRead) await dropValueAfter(tx, last.id)
  await insertRevision(tx, {
    ...{ memorial_id: memorialId, what, user_id: userId, by_moderator: byModerator, ...thing },
    restored_from: restoring?.from[what] ?? null,
    ...restoring?.proposer,
    before: await encode(before, after),
    after: await encode(after),
    steps: isRead ? last.steps + 1 : 0,
  })
}

/** Two numbers of 32 bits. */
const HEAD_BYTES = 8
/** The window of deflate. */
const DICTIONARY_BYTES = 32 * 1024
const VALUE_MAX_BYTES = 4 * 1024 ** 2

/**
 * A value as its difference from `base`: how many bytes both begin and end with, and what lies between, deflated with its
 * counterpart as the dictionary. 500 changes of a word in a biography of 50 000 letters in no
 * order, each a revision, take 0.84 MB with all whole values in between, in place of 100 MB
 * (__tests__/server/history/cost.test.ts measures it); of larger changes a third of what lies between.
 */
async function encode(value: Buffer, base: Buffer = Buffer.alloc(0)): Promise<Buffer> {
  const shortest = Math.min(value.length, base.length)
  let start = 0
  while (start < shortest && value[start] === base[start]) start++
  let end = 0
  while (end < shortest - start && value[value.length - 1 - end] === base[base.length - 1 - end]) end++
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(start, 0)
  head.writeUInt32BE(end, 4)
  const middle = value.subarray(start, value.length - end)
  return Buffer.concat([head, await deflate(middle, withDictionary(base, start, end))])
}

async function decode(encoded: Buffer, base: Buffer = Buffer.alloc(0)): Promise<Buffer> {
  const [start, end] = [encoded.readUInt32BE(0), encoded.readUInt32BE(4)]
  const options = { ...withDictionary(base, start, end), maxOutputLength: VALUE_MAX_BYTES }
  const middle = await inflate(encoded.subarray(HEAD_BYTES), options)
  return Buffer.concat([base.subarray(0, start), middle, base.subarray(base.length - end)])
}

function withDictionary(base: Buffer, start: number, end: number): { dictionary?: Buffer } {
  const dictionary = base.subarray(start, base.length - end).subarray(-DICTIONARY_BYTES)
  return dictionary.length > 0 ? { dictionary } : {}
}

function asBytes(value: HistoryValue): Buffer {
  return Buffer.from(JSON.stringify(value))
}

function asValue(bytes: Buffer): HistoryValue {
  return JSON.parse(bytes.toString()) as HistoryValue
}

/** A page of the list ends before its limit once its values have so many bytes: a response is made without a pause. */
const LIST_MAX_BYTES = 2 * 1024 ** 2

/** Revisions of a page, newest first: at least one, if there is one at `offset`. */
export async function listHistory(
  db: Db,
  memorialId: number,
  page: { offset: number; limit: number },
  maxBytes = LIST_MAX_BYTES,
): Promise<History> {
  const total = await countRevisions(db, memorialId)
  const listed = await listRevisions(db, memorialId, page)
  const fields = new Map<string, number[]>()
  for (const { id, what } of listed) fields.set(what, [...(fields.get(what) ?? []), id])
  const readers = new Map(
    [...fields].map(([what, ids]) => {
      const range = { what, oldest: Math.min(...ids), newest: Math.max(...ids) }
      return [what, readField(db, memorialId, range)]
    }),
  )
  const result: Revision[] = []
  let bytes = 0
  for (const { id, what } of listed) {
    const read = await readers.get(what)?.(id)
    // Deleted since the list was read.
    if (!read) continue
    bytes += read.before.length + read.after.length
    if (bytes > maxBytes && result.length > 0) break
    result.push(asRevision(read))
  }
  return { result, total }
}

/** 404 when the page has no such revision. */
export async function readRevision(db: Db, memorialId: number, id: number): Promise<Revision> {
  const found = await findRevision(db, memorialId, id)
  const read = found && (await readField(db, memorialId, { what: found.what, oldest: id, newest: id })(id))
  if (!read) throw notFound()
  return asRevision(read)
}

interface ReadRevision {
  row: AuthoredRevision
  before: Buffer
  after: Buffer
}

/** Returns a function that reads revisions of one field by their ids: none is decoded before it is needed. */
function readField(db: Db, memorialId: number, range: { what: string; oldest: number; newest: number }) {
  const reading = decodeField(db, memorialId, range)
  const passed = new Map<number, ReadRevision>()
  return async (id: number): Promise<ReadRevision | undefined> => {
    while (!passed.has(id)) {
      const next = await reading.next()
      if (next.done) return undefined
      passed.set(next.value.row.id, next.value)
    }
    const read = passed.get(id)
    passed.delete(id)
    return read
  }
}

async function* decodeField(
  db: Db,
  memorialId: number,
  range: { what: string; oldest: number; newest: number },
): AsyncGenerator<ReadRevision> {
  let standing: Buffer | undefined
  for (const row of await readRevisions(db, memorialId, range)) {
    const after: Buffer | undefined = row.after ? await decode(row.after) : standing
    if (!after) throw new Error(`The revision ${row.id} has no value after it`)
    standing = await decode(row.before, after)
    yield { row, before: standing, after }
  }
}

function asRevision({ row, before, after }: ReadRevision): Revision {
  return {
    id: row.id,
    at: row.at.toISOString(),
    who: row.author ?? nameOf(row),
    accepted_by: row.author === null ? null : nameOf(row),
    what: row.what,
    before: asValue(before),
    after: asValue(after),
    restored_from: row.restored_from,
  }
}

function nameOf({ role, display_name: name }: AuthoredRevision): string {
  const isShown = role === 'owner' || role === 'keeper'
  return (isShown && name) || NAMES_WITHOUT_NAME[role]
}

/** The field of the history that a field with `expected` belongs to. */
function asWhat(field: string): string {
  return field.replace('_precision', '_date')
}

interface Compared<Field extends string> {
  /** Read under the lock of the page. */
  now: Record<Field, unknown>
  expected: Expected<Field> | undefined
  wanted: Record<Field, unknown>
}

/** The fields that no longer have their `expected` value, and are about to get a different one. */
function overwrittenFields<Field extends string>({ now, expected = {}, wanted }: Compared<Field>): Field[] {
  const fields = Object.keys(expected) as Field[]
  return fields.filter((field) => (now[field] ?? '') !== (expected[field] ?? '') && now[field] !== wanted[field])
}

/**
 * Refuses with 409 a change of texts that would overwrite someone else's. A keeper learns who that was, and when; `prefix`
 * stands before the names of the fields in the history. Call it under the lock of the page or the memory.
 */
export async function refuseOverwriting<Field extends string>(
  tx: Db,
  { memorialId, prefix = '', isKeeper = true }: { memorialId: number; prefix?: string; isKeeper?: boolean },
  compared: Compared<Field>,
): Promise<void> {
  const fields = overwrittenFields(compared)
  if (fields.length === 0) return
  const last = isKeeper
    ? await findLastOf(
        tx,
        memorialId,
        fields.map((field) => prefix + asWhat(field)),
      )
    : undefined
  if (!last) throw changedByOther()
  const { who, at } = await readRevision(tx, memorialId, last.id)
  throw changedByOther({ changed_by: who, changed_at: at })
}

interface Dates {
  birth_date: string | null
  birth_precision: Precision
  death_date: string | null
  death_precision: Precision
}

/** Each date with its precision. */
export function changesOfDates(before: Dates, after: Dates): Change[] {
  const birth = (row: Dates) => ({ date: row.birth_date, precision: row.birth_precision })
  const death = (row: Dates) => ({ date: row.death_date, precision: row.death_precision })
  return [
    { what: 'birth_date', before: birth(before), after: birth(after) },
    { what: 'death_date', before: death(before), after: death(after) },
  ]
}
