import type { Schema } from 'yup'
import { archiveDescriptionSchema, type ArchiveKind, WORDS_OF_ITEM } from '@contract/archive'
import { BURIAL_TEXTS, burialDraftSchema } from '@contract/burial'
import type { HistoryValue } from '@contract/history'
import { type Precision, TEXTS_WITH_HISTORY } from '@contract/memorial'
import { memoryChangeSchema } from '@contract/memory'
import { PROPOSED_FIELD_UNKNOWN } from '@contract/proposals'
import type { MemorialRowWithCandles } from '../../access/repository'
import type { Db } from '../../db/schema'
import { ApiError, invalidField } from '../../lib/api-error'
import { validate } from '../../lib/validate'
import { findItem } from '../archives/repository'
import { findBurial } from '../burial/repository'
import { changedColumns } from '../memorials/change-service'
import { findMemory } from '../memories/repository'

const DATES_OF_MEMORIAL = ['birth_date', 'death_date'] as const
const FIELD_OF_THING = /^(photo|audio|video|memory)\.([1-9]\d{0,9})\.(\w+)$/
const ID_MAX = 2_147_483_647

/** A field of a page that readers see. */
interface FieldNow {
  value: HistoryValue
}

/** Undefined for a field that the page does not have. Words of memory count once they are published. */
export async function findFieldNow(
  db: Db,
  memorial: MemorialRowWithCandles,
  what: string,
): Promise<FieldNow | undefined> {
  const text = TEXTS_WITH_HISTORY.find((field) => field === what)
  if (text) return { value: memorial[text] }
  if (what === 'birth_date') return { value: { date: memorial.birth_date, precision: memorial.birth_precision } }
  if (what === 'death_date') return { value: { date: memorial.death_date, precision: memorial.death_precision } }
  const ofBurial = BURIAL_TEXTS.find((field) => `burial.${field}` === what)
  if (ofBurial) return { value: (await findBurial(db, memorial.id))?.[ofBurial] ?? null }
  const [, kind = '', digits, field] = FIELD_OF_THING.exec(what) ?? []
  const id = Number(digits)
  if (!kind || id > ID_MAX) return undefined
  return kind === 'memory' ? findWords(db, memorial, { id, field }) : findWordsOfItem(db, memorial, { kind, id, field })
}

async function findWords(
  db: Db,
  { id: memorialId }: MemorialRowWithCandles,
  { id, field }: { id: number; field: string | undefined },
): Promise<FieldNow | undefined> {
  const memory = await findMemory(db, id)
  if (field !== 'description' || memory?.memorials_id !== memorialId || memory.status !== 'approved') return undefined
  return { value: memory.description }
}

async function findWordsOfItem(
  db: Db,
  { id: memorialId }: MemorialRowWithCandles,
  { kind, id, field: name }: { kind: string; id: number; field: string | undefined },
): Promise<FieldNow | undefined> {
  const item = await findItem(db, kind as ArchiveKind, id)
  const field = WORDS_OF_ITEM.find((each) => each === name)
  if (!field || item?.memorial_id !== memorialId) return undefined
  return { value: item[field] }
}

/** A value that was sent for a field, as it would be stored. 422 about `value` where the rules of the field refuse it. */
export function cleanValue(
  memorial: MemorialRowWithCandles,
  what: string,
  { value, precision }: { value: string; precision: Precision | undefined },
): HistoryValue {
  const field = what.slice(what.lastIndexOf('.') + 1)
  try {
    if (isOneOf(DATES_OF_MEMORIAL, what)) return cleanDate(memorial, what, { value, precision })
    if (isOneOf(TEXTS_WITH_HISTORY, what)) return changedColumns(memorial, { [what]: value })[what]
    const cleaned: Partial<Record<string, string>> = validate(schemaOf(what), { [field]: value }, 'body')
    return cleaned[field] || null
  } catch (error) {
    throw aboutValue(error)
  }
}

function schemaOf(what: string): Schema<Partial<Record<string, string>>> {
  if (what.startsWith('burial.')) return burialDraftSchema
  return what.startsWith('memory.') ? memoryChangeSchema.pick(['description']) : archiveDescriptionSchema
}

function cleanDate(
  memorial: MemorialRowWithCandles,
  field: (typeof DATES_OF_MEMORIAL)[number],
  { value, precision }: { value: string; precision: Precision | undefined },
): HistoryValue {
  const ofPrecision = field === 'birth_date' ? 'birth_precision' : 'death_precision'
  const columns = changedColumns(memorial, { [field]: value, [ofPrecision]: precision })
  return { date: columns[field], precision: columns[ofPrecision] }
}

function aboutValue(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 422 || !Array.isArray(error.detail)) return error
  return invalidField('value', error.detail[0]?.msg ?? PROPOSED_FIELD_UNKNOWN)
}

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return names.some((each) => each === name)
}
