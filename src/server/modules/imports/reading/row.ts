import { type BurialDraft, burialDraftSchema } from '@contract/burial'
import { IMPORT_HEADINGS, type ImportField, type ImportProblem } from '@contract/import'
import { BIRTH_DATE_INVALID, readDay } from '@contract/days'
import { type MemorialDraft, memorialDraftSchema } from '@contract/memorial'
import { dateInWords } from '@contract/shown-days'
import { fullName } from '@contract/names'
import type { RelationKind } from '@contract/relations'
import { checked } from './problems'
import { dateProblemText, type DayOrder, quoted, readWrittenDate, type WrittenDate } from './written-dates'

/** One person of a table, as text. `row` is the line number in the file. */
export interface ImportRow {
  row: number
  texts: Partial<Record<ImportField, string>>
  /** The burial place, with the fields of its form. */
  burial?: Record<string, string>
  /** How 5/6/1920 is meant. */
  dayOrder?: DayOrder
  ofTree?: TreePerson
}

/** What only a family tree says of a person. */
export interface TreePerson {
  /** The names of picture files, the first of which becomes the portrait. */
  pictures: string[]
  /** The tree does not state the death, but the birth was too long ago. */
  isPresumed: boolean
}

/** Of a valid row what a trial needs. */
export interface TriedRow {
  row: number
  draft: Pick<MemorialDraft, 'lastname' | 'name' | 'surname' | 'birth_date' | 'public_status'>
  /** The portrait's name in the ZIP. */
  photo: string | undefined
  ofTree?: TreePerson
}

/** A valid row. */
export interface ReadyRow extends TriedRow {
  draft: MemorialDraft
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
const YES = ['да', 'д', 'yes', 'y', 'true', 'истина', '1', '+', '✓', '✔', '☑', 'v', 'x', 'х', '*']
const NO = ['', 'нет', 'н', 'no', 'n', 'false', 'ложь', '0', '-', '–', '—', '☐']
const DATE_FIELDS = ['birth_date', 'death_date'] as const
const SAME_DAY = (day: string) =>
  `день рождения и день смерти — один, ${day}. На странице будет только год, а день — в биографии.`
const ROUNDED = (text: string, date: string) => `«${text}»: на странице будет «${date}».`

/** Validates a row by the rules of the form. Returns its draft, with what has to be said of it, or its problems. */
export function readRow({
  row,
  texts,
  burial: place,
  dayOrder,
}: ImportRow): { ready: ReadyRow; warnings: ImportProblem[] } | { problems: ImportProblem[] } {
  const problems: ImportProblem[] = []
  const flag = (field: 'public_status' | 'swo_status') => {
    const said = (texts[field] ?? '').trim().toLowerCase()
    const isYes = YES.includes(said)
    if (!isYes && !NO.includes(said)) problems.push({ row, field, msg: withQuote(YES_OR_NO, field, texts) })
    return isYes
  }
  const flags = { public_status: flag('public_status'), swo_status: flag('swo_status') }
  if (flags.swo_status && !flags.public_status) problems.push({ row, field: 'swo_status', msg: HERO_IS_PUBLIC })
  const dates = readDates(texts, dayOrder)
  for (const field of DATE_FIELDS) {
    const { problem } = dates[field]
    if (problem !== undefined) problems.push({ row, field, msg: problem })
  }
  const { birth_date: birth, death_date: death } = dates
  const day = dayOfBirthAndDeath(birth, death)
  const sent = {
    ...texts,
    ...flags,
    birth_date: birth.date,
    birth_precision: day ? 'year' : birth.precision,
    death_date: death.date,
    death_precision: day ? 'year' : death.precision,
    biography: withStories(texts.biography, [day && `Дата рождения и смерти: ${day} года.`, birth.story, death.story]),
  }
  const report = (field: string, msg: string) => {
    // A date that was not read has its problem already.
    if (problems.every((each) => each.field !== field)) problems.push({ row, field, msg: withQuote(msg, field, texts) })
  }
  const draft = checked(memorialDraftSchema, sent, report)
  const burial = place && checked(burialDraftSchema, place, report)
  if (problems.length > 0 || !draft) return { problems }
  const warnings = DATE_FIELDS.flatMap((field) => {
    if (!dates[field].isRounded) return []
    const shown = dateInWords(draft[field], field === 'birth_date' ? draft.birth_precision : draft.death_precision)
    return [{ row, field, msg: ROUNDED(quoted(texts[field] ?? ''), shown) }]
  })
  if (day) warnings.push({ row, field: 'birth_date', msg: `${fullName(draft)}: ${SAME_DAY(day)}` })
  return { ready: { row, draft, photo: texts.photo?.trim() || undefined, burial }, warnings }
}

type ReadDate = WrittenDate & { problem?: string }

function readDates(
  texts: ImportRow['texts'],
  order: DayOrder | undefined,
): Record<(typeof DATE_FIELDS)[number], ReadDate> {
  const read = (text = ''): ReadDate => {
    const written = readWrittenDate(text, order)
    if (!('problem' in written)) return written
    return { date: '', precision: 'unknown', problem: dateProblemText(text, written.problem) }
  }
  return { birth_date: read(texts.birth_date), death_date: read(texts.death_date) }
}

/** In words, if it is one and the same. A page has the year alone then. */
function dayOfBirthAndDeath(birth: WrittenDate, death: WrittenDate): string {
  if (birth.precision !== 'day' || death.precision !== 'day') return ''
  const [born, died] = [birth, death].map(({ date }) => readDay(date, 'day', BIRTH_DATE_INVALID).day)
  return born !== undefined && born === died ? dateInWords(born, 'day') : ''
}

/** A biography with further sentences, unless it has them already. */
function withStories(biography = '', stories: (string | undefined)[]): string {
  const known = biography.toLowerCase()
  const others = stories.filter((story) => story && !known.includes(story.slice(0, -1).toLowerCase()))
  return [biography.trim(), ...others].filter(Boolean).join('\n\n')
}

const SHORT_FIELDS: string[] = Object.values(IMPORT_HEADINGS).filter((field) => field !== 'biography')

/** A message with what the cell says: «Некорректная дата рождения: «31.02.1912».» */
function withQuote(msg: string, field: string, texts: ImportRow['texts']): string {
  const said = SHORT_FIELDS.includes(field) ? quoted(texts[field as ImportField] ?? '') : ''
  return said === '' ? msg : `${msg.replace(/\.$/, '')}: «${said}».`
}
