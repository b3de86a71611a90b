import { PLOT_MAX_LENGTH } from '@contract/limits'
import { paths } from '@contract/paths'
import { type GedcomDate, readGedcomDate, spokenDate } from './gedcom-dates'
import { childrenOf, type GedcomNode, type GedcomRecord, valueOf } from './gedcom-records'

/** What the records of people refer to. */
export interface SharedRecords {
  notes: Map<string, string>
  /** The names of the files of pictures. */
  files: Map<string, string[]>
  families: GedcomRecord[]
  /** The marriages of a person. */
  marriages: Map<string, GedcomNode[]>
}

/** Notes that are longer together, each time that a person names them, are no biography. Shorter ones are cut. */
export const ENDLESS_LENGTH = 1_000_000

/** Events and facts that become a line: what the line is called. */
const FACTS: Record<string, string> = {
  ...{ OCCU: 'Занятие', EDUC: 'Образование', GRAD: 'Окончание учёбы', RETI: 'Выход на пенсию' },
  ...{ RESI: 'Место жительства', EMIG: 'Отъезд', IMMI: 'Переезд', NATU: 'Гражданство', CENS: 'Перепись' },
  ...{ BAPM: 'Крещение', CHR: 'Крещение', CONF: 'Конфирмация', ORDN: 'Рукоположение', ADOP: 'Усыновление' },
  ...{ RELI: 'Вероисповедание', NATI: 'Национальность', TITL: 'Звание', DSCR: 'Внешность', CAST: 'Сословие' },
  ...{ MILI: 'Военная служба', _MILI: 'Военная служба', _MILT: 'Военная служба' },
  ...{ CREM: 'Кремация', MARR: 'Брак', DIV: 'Развод', EVEN: 'Событие', FACT: 'Факт' },
}
export const LINES_MAX = 200
const NOTE_MAX_LENGTH = 500

interface BiographyParts {
  shared: SharedRecords
  birth: GedcomDate
  death: GedcomDate
  alsoCalled: string[]
}

/** Lines of what the tree says besides notes. */
export function factsOf(person: GedcomRecord, { shared, birth, death, alsoCalled }: BiographyParts): string {
  const [born] = childrenOf(person, 'BIRT')
  const [died] = childrenOf(person, 'DEAT')
  const lines = [
    ...lineOf('Звали также', alsoCalled.join(', ')),
    ...lineOf('Дата рождения', birth.more ?? ''),
    ...lineOf('Место рождения', placeOf(born)),
    ...eventsOf(person, shared),
    ...lineOf('Дата смерти', death.more ?? ''),
    ...lineOf('Место смерти', placeOf(died)),
    ...lineOf('Причина смерти', valueOf(died, 'CAUS')),
    ...lineOf('Похороны', burialMore(person, shared)),
  ]
  return [...new Set(lines)].slice(0, LINES_MAX).join('\n')
}

function lineOf(name: string, text: string): string[] {
  return text === '' ? [] : [`${name}: ${text.trimEnd().replace(/\.$/, '')}.`]
}

function eventsOf(person: GedcomRecord, shared: SharedRecords): string[] {
  const own = person.children.filter(({ tag }) => tag in FACTS)
  const events = [...own, ...(shared.marriages.get(person.pointer) ?? [])]
  return events.slice(0, LINES_MAX).flatMap((event) => {
    if (isDeniedEvent(event)) return []
    const type = valueOf(event, 'TYPE')
    const isNamed = (event.tag === 'EVEN' || event.tag === 'FACT') && type !== ''
    const value = plainText(event.value).trim()
    const facts = [value === 'Y' ? '' : value, spokenDate(eventDate(event)), placeOf(event), isNamed ? '' : type]
    const text = facts.filter(Boolean).join(', ')
    const note = textOfNote(event, shared).slice(0, NOTE_MAX_LENGTH)
    return lineOf(isNamed ? type : (FACTS[event.tag] as string), [text, note].filter(Boolean).join('. '))
  })
}

/** What the fields of a burial place do not hold. */
function burialMore(person: GedcomNode, shared: SharedRecords): string {
  const [burial] = childrenOf(person, 'BURI')
  const note = textOfNote(burial, shared)
  const date = burial ? spokenDate(eventDate(burial)) : ''
  return [date, note.length > PLOT_MAX_LENGTH ? note : ''].filter(Boolean).join('. ')
}

/** Each note once, without the URL of the person's page, which our older exports contain; and the length of all. */
export function notesOf(person: GedcomRecord, shared: SharedRecords): { texts: string[]; length: number } {
  const ownAddress = paths.memorial(Number(/^@I(\d+)@$/.exec(person.pointer)?.[1]))
  const events = childrenOf(person, 'BIRT', 'DEAT').flatMap((event) => childrenOf(event, 'NOTE', 'SNOTE'))
  const texts = new Set<string>()
  let length = 0
  for (const { value } of [...childrenOf(person, 'NOTE', 'SNOTE'), ...events]) {
    const pointer = value.trim()
    const text = POINTER.test(pointer) ? (shared.notes.get(pointer) ?? '') : plainText(value).trim()
    length += text.length
    if (length > ENDLESS_LENGTH) break
    if (text !== '' && !(/^https?:\S+$/.test(text) && text.endsWith(ownAddress))) texts.add(text)
  }
  return { texts: [...texts], length }
}

const TAGS =
  'a|b|big|blockquote|body|br|center|div|em|font|h[1-6]|hr|html|i|img|li|ol|p|pre|small|span|strong|sub|sup|table|tbody|td|th|tr|u|ul'
const HTML_TAG = new RegExp(`<(/?)(${TAGS})(?:\\s[^<>]*)?/?>`, 'gi')
const OF_LINES = /^(?:br|div|p|li|tr|h[1-6]|blockquote|table|ul|ol|hr)$/i
const ENTITY = /&(?:(amp|lt|gt|quot|apos|nbsp|laquo|raquo|mdash|ndash|hellip)|#(\d{2,6}));/g
const ENTITIES: Record<string, string> = {
  ...{
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    laquo: '«',
    raquo: '»',
    mdash: '—',
    ndash: '–',
    hellip: '…',
  },
}

/** A text without HTML, which some programs write into notes. */
export function plainText(text: string): string {
  if (!/[<&]/.test(text)) return text
  const decoded = text.replace(ENTITY, (whole, name: string | undefined, code: string | undefined) =>
    name === undefined ? characterOf(Number(code), whole) : (ENTITIES[name] as string),
  )
  const plain = decoded.replace(HTML_TAG, (_tag, end: string, name: string) =>
    OF_LINES.test(name) && (end || /^(?:br|hr)$/i.test(name)) ? '\n' : '',
  )
  return plain === decoded ? plain : withoutEmptyEnds(plain)
}

function withoutEmptyEnds(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd())
  return lines.join('\n').replace(/\n{3,}/g, '\n\n')
}

function characterOf(code: number, otherwise: string): string {
  return code >= 32 && code < 0x11_0000 && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : otherwise
}

/** «1 DEAT N»: it did not happen. */
export function isDeniedEvent({ value }: GedcomNode): boolean {
  return /^(?:n|no|нет)$/i.test(value.trim())
}

export const NO_DATE: GedcomDate = { cell: '' }

export function eventDate(event: GedcomNode): GedcomDate {
  const [date] = childrenOf(event, 'DATE')
  return date ? readGedcomDate(date.value, valueOf(date, 'PHRASE')) : NO_DATE
}

/** Parts of a place, without empty ones: some programs write a fixed number of commas. */
export function placeOf(event: GedcomNode | undefined): string {
  const place = valueOf(event, 'PLAC') || valueOf(event, 'ADDR').replaceAll('\n', ',')
  const parts = place.split(',').map((part) => part.trim())
  return parts.filter(Boolean).join(', ')
}

const POINTER = /^@[^@ ]+@$/

/** The first note of a node, its own or a shared one. */
export function textOfNote(node: GedcomNode | undefined, shared: SharedRecords): string {
  const said = valueOf(node, 'NOTE', 'SNOTE')
  return POINTER.test(said) ? (shared.notes.get(said) ?? '') : plainText(said).trim()
}
