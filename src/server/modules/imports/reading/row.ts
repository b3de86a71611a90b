import { type BurialDraft, burialDraftSchema } from '@contract/burial'
import { IMPORT_HEADINGS, type ImportField, type ImportProblem } from '@contract/import'
import { type MemorialDraft, memorialDraftSchema } from '@contract/memorial'
import type { Precision } from '@contract/memorial-terms'
import type { RelationKind } from '@contract/relations'
import { checked } from './problems'

/** One person of a table, as text. `row` is the line number in the file. */
export interface ImportRow {
  row: number
  texts: Partial<Record<ImportField, string>>
  /** The burial place, with the fields of its form. */
  burial?: Record<string, string>
}

/** A valid row. */
export interface ReadyRow {
  row: number
  draft: MemorialDraft
  /** The portrait's name in the ZIP. */
  photo: string | undefined
  burial: BurialDraft | undefined
}

/** States that the person in row `other` was a `kind` to the person in `row`. */
export interface RowTie {
  row: number
  other: number
  kind: RelationKind
}

const YES_OR_NO = 'Напишите «да» или «нет».'
const HERO_IS_PUBLIC = 'Героем СВО может быть отмечена только публичная страница.'
const YES_NO: Record<string, boolean> = { да: true, нет: false, '': false }

/** Validates a row by the rules of the form. Returns its draft or its problems. */
export function readRow({ row, texts, burial: place }: ImportRow): { ready: ReadyRow } | { problems: ImportProblem[] } {
  const problems: ImportProblem[] = []
  const flag = (field: 'public_status' | 'swo_status') => {
    const said = YES_NO[(texts[field] ?? '').trim().toLowerCase()]
    if (said === undefined) problems.push({ row, field, msg: YES_OR_NO })
    return said ?? false
  }
  const flags = { public_status: flag('public_status'), swo_status: flag('swo_status') }
  if (flags.swo_status && !flags.public_status) problems.push({ row, field: 'swo_status', msg: HERO_IS_PUBLIC })
  const birth = readDate(texts.birth_date)
  const death = readDate(texts.death_date)
  const sent = {
    ...texts,
    ...flags,
    birth_date: birth.date,
    birth_precision: birth.precision,
    death_date: death.date,
    death_precision: death.precision,
  }
  const report = (field: string, msg: string) => problems.push({ row, field, msg })
  const draft = checked(memorialDraftSchema, sent, report)
  const burial = place && checked(burialDraftSchema, place, report)
  if (problems.length > 0 || !draft) return { problems }
  return { ready: { row, draft, photo: texts.photo?.trim() || undefined, burial } }
}

/** ДД.ММ.ГГГГ, ГГГГ-ММ-ДД, ММ.ГГГГ, ГГГГ, «около ГГГГ», or nothing. Anything else fails the validation of the date. */
function readDate(text = ''): { date: string; precision: Precision } {
  const typed = text.trim().toLowerCase()
  if (typed === '') return { date: '', precision: 'unknown' }
  const day = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(typed)
  if (day) return { date: `${day[3]}-${day[2]}-${day[1]}`, precision: 'day' }
  const month = /^(\d{1,2})\.(\d{4})$/.exec(typed)
  if (month) return { date: `${month[2]}-${month[1]}`, precision: 'month' }
  if (/^\d{4}$/.test(typed)) return { date: typed, precision: 'year' }
  const about = /^(?:около|ок\.?)\s*(\d{4})$/.exec(typed)
  if (about) return { date: about[1] ?? '', precision: 'about' }
  return { date: typed, precision: 'day' }
}

/** The field of a heading, regardless of case. */
export function fieldOf(heading: string): ImportField | undefined {
  const wanted = heading.trim().toLowerCase()
  return Object.entries(IMPORT_HEADINGS).find(([name]) => name.toLowerCase() === wanted)?.[1]
}
