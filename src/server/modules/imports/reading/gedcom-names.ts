import { childrenOf, type GedcomNode, valueOf } from './gedcom-records'
import type { ImportRow } from './row'

/** The name of a person, as the fields of a page hold it. */
export interface PersonNames {
  texts: Pick<ImportRow['texts'], 'lastname' | 'name' | 'surname' | 'maiden_name'>
  /** Nicknames and other forms of the name. */
  also: string[]
}

/** One spelling of a name. */
interface Spelling {
  given: string
  family: string
  maiden: string
  patronymic: string
  married: string
  also: string[]
}

/**
 * A married person is remembered under the married name, and the name at birth is the maiden name. Of spellings in two alphabets
 * the Cyrillic one is taken.
 */
export function namesOf(person: GedcomNode): PersonNames {
  const names = childrenOf(person, 'NAME')
    .slice(0, NAMES_MAX)
    .map((node) => ({ type: valueOf(node, 'TYPE').toLowerCase(), ...spellingOf(node) }))
  const ofType = (...types: string[]) => best(names.filter(({ type }) => types.includes(type)))
  const own = names.filter(({ type }) => !ALIASES.includes(type))
  const maiden = ofType('maiden') ?? (own.some(({ type }) => type !== 'birth') ? ofType('birth') : undefined)
  const first = best(own.filter((name) => name !== maiden && name.type !== 'married')) ?? maiden ?? best(names)
  const married = ofType('married')?.family || first?.married || plainFamily(valueOf(person, '_MARNM'))
  const lastname = married || first?.family || ''
  const born = first?.maiden || (maiden ?? first)?.family || ''
  const given = givenNames(
    best(names.filter((name) => name === first || name === maiden || name.type === 'married'))?.given ||
      first?.given ||
      '',
  )
  const patronymic = first?.patronymic || given.patronymic || plain(valueOf(person, '_PATN', '_PATR'))
  const aliases = names
    .filter(({ type }) => ALIASES.includes(type))
    .map(({ given: alias, family }) => [alias, family].filter(Boolean).join(' '))
  const also = [...(first?.also ?? []), ...aliases].filter((name) => name !== '' && name !== given.name)
  return {
    texts: {
      lastname: inCyrillic(lastname),
      name: inCyrillic(given.name),
      surname: patronymic,
      maiden_name: born === lastname ? '' : inCyrillic(born),
    },
    also: [...new Set(also)],
  }
}

/** No one has more, and no name is longer. */
const NAMES_MAX = 20
const TEXT_MAX_LENGTH = 500

const ALIASES = ['aka', 'alias', 'nick', 'nickname', 'immigrant', 'professional', 'religious', 'other']

const CYRILLIC = /\p{Script=Cyrillic}/u

/** The first Cyrillic one, or the first. */
function best<T extends Spelling>(names: T[]): T | undefined {
  return names.find(({ given, family }) => CYRILLIC.test(given + family)) ?? names[0]
}

const NICKNAME = /["«“”„]([^"«»“”„]*)["»“”]/g
const IN_BRACKETS = /\(([^()]*)\)/g
/** Words before a maiden name in brackets. */
const BORN = /^(?:урожд(?:[её]нная|[её]нный)?|в девичестве|девичья|дев|по рождению|рожд|ур|n[ée]e|born)\.?\s+/i
const SUFFIX = /^(?:ст|мл|старший|младший|старшая|младшая|стар|млад|jr|sr|i{2,3}|iv)\.?$/i
const TITLE = /^(?:г-н|г-жа|гр|кн|др|проф|акад|ген|св|о|dr|mr|mrs|ms|prof)\.$/i
const UNKNOWN = /^(?:\?+|_+|-+|\.+|…|n\.?n\.?|unknown|неизв\.?|неизвестн(?:о|а|ый|ая)|без фамилии|фамилия неизвестна)$/i

function spellingOf(node: GedcomNode): Spelling {
  const also: string[] = []
  const collect = (text: string) => {
    const found = plain(text)
    if (found !== '') also.push(found)
    return ' '
  }
  const value = node.value.slice(0, TEXT_MAX_LENGTH).replace(NICKNAME, (_all, nickname: string) => collect(nickname))
  const [before = '', inSlashes, ...after] = value.split('/')
  let maiden = ''
  const family = (inSlashes ?? '').replace(IN_BRACKETS, (_all, text: string) => {
    maiden ||= plain(text.trim().replace(BORN, ''))
    return ' '
  })
  const suffix = valueOf(node, 'NSFX')
  const around = [before, after.join(' ').replace(suffix, ' ')].join(' ').replace(IN_BRACKETS, (_all, text: string) => {
    if (BORN.test(text.trim()) || inSlashes === undefined) maiden ||= plain(text.trim().replace(BORN, ''))
    else collect(text)
    return ' '
  })
  const words = plain(around)
    .split(' ')
    .filter((word) => word !== '' && !SUFFIX.test(word) && !TITLE.test(word))
  for (const nickname of childrenOf(node, 'NICK').slice(0, NAMES_MAX)) collect(nickname.value)
  const parts = {
    given: valueOf(node, 'GIVN'),
    family: [valueOf(node, 'SPFX'), valueOf(node, 'SURN')].filter(Boolean).join(' '),
  }
  const said =
    inSlashes === undefined ? withoutSlashes(words, parts) : { given: words.join(' '), family: plain(family) }
  const isForeign = !CYRILLIC.test(said.given + said.family) && CYRILLIC.test(parts.given + parts.family)
  return {
    ...said,
    ...(isForeign && { given: plain(parts.given), family: plain(parts.family) }),
    ...(said.family === '' && { family: plain(parts.family) }),
    ...(said.given === '' && { given: plain(parts.given) }),
    maiden,
    patronymic: plain(valueOf(node, '_PATN', '_PATR')),
    married: plainFamily(valueOf(node, '_MARNM')),
    also,
  }
}

const PATRONYMIC = /(?:вич|[ьмкт]ич|вна|чна|шна|івна|ївна)$/i
/** The second word of a Turkic patronymic. */
const SON_OR_DAUGHTER = /^(?:оглы|оглу|кызы|гызы|улы|уулу|угли)$/i
/** How most Russian surnames end. */
const SURNAME = /(?:[оеёы]в|ин|ын|[оеё]ва|ина|ына|ский|цкий|ская|цкая|ской|ко|[уюа]к|чук|швили|дзе|ян|их|ых|ой)$/i

/** «Фамилия Имя Отчество» or «Имя Отчество Фамилия», as the patronymic tells; two words as the surname's ending tells. */
function withoutSlashes(words: string[], parts: { given: string; family: string }) {
  if (parts.family !== '' || parts.given !== '') {
    const family = plain(parts.family)
    return { family, given: plain(parts.given) || words.filter((word) => word !== family).join(' ') }
  }
  const joined = words.join(' ')
  if (words.length > 2) {
    const last = words.at(-1) as string
    const isTurkic = SON_OR_DAUGHTER.test(last) && words.length > 3
    if (isTurkic || (PATRONYMIC.test(last) && !PATRONYMIC.test(words.at(-2) as string))) {
      const from = words.length - (isTurkic ? 3 : 2)
      return { family: words.slice(0, from).join(' '), given: words.slice(from).join(' ') }
    }
    const isSecond = PATRONYMIC.test(words[1] as string)
    if (isSecond) return { family: words.slice(2).join(' '), given: words.slice(0, 2).join(' ') }
  }
  const long = words.filter((word) => word.length > 1)
  if (words.length === 3 && long.length === 1)
    return { family: long.join(''), given: words.filter((word) => word.length === 1).join(' ') }
  if (words.length === 2) {
    const [first = '', second = ''] = words
    const [isFirst, isSecond] = [SURNAME.test(first), SURNAME.test(second) && !PATRONYMIC.test(second)]
    if (isFirst !== isSecond) return isFirst ? { family: first, given: second } : { family: second, given: first }
  }
  return { family: '', given: joined }
}

/** Initials are told by their full stops. */
function givenNames(given: string): { name: string; patronymic: string } {
  const words = given.split(' ').filter(Boolean)
  const last = words.at(-1) ?? ''
  const isInitials = words.length === 2 && words.every((word) => word.length === 1)
  const count =
    SON_OR_DAUGHTER.test(last) && words.length > 2
      ? 2
      : Number((PATRONYMIC_OF_GIVEN.test(last) && words.length > 1) || isInitials)
  return {
    name: words.slice(0, words.length - count).join(' '),
    patronymic: words.slice(words.length - count).join(' '),
  }
}

/** After a first name it need not be told from surnames. */
const PATRONYMIC_OF_GIVEN = /(?:ич|вна|чна|шна|ївна|оглы|оглу|кызы|гызы|улы|уулу|угли)$/i

/** A married name may be a surname, or a whole name with slashes. */
function plainFamily(text: string): string {
  return plain(text.split('/')[1] ?? text)
}

/** A name without full stops and signs of doubt. */
function plain(text: string): string {
  const cleaned = text
    .slice(0, TEXT_MAX_LENGTH)
    .normalize('NFC')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
  if (UNKNOWN.test(cleaned)) return ''
  const words = cleaned
    .split(/ |(?<=[\p{L}]\.)(?=\p{L})/u)
    .map((word) => (TITLE.test(word) || SUFFIX.test(word) ? word : word.replace(/[?.,;]/g, '')))
  return words.filter((word) => word !== '' && !UNKNOWN.test(word)).join(' ')
}

const LATIN = 'ABCEHKMOPTXYaceopxy'
const ALIKE = 'АВСЕНКМОРТХУасеорху'
const WORD = /[\p{L}-]+/gu

/** A word with letters of both alphabets is Russian, typed on the wrong keyboard here and there. */
function inCyrillic(text: string): string {
  return text.replace(WORD, (word) =>
    CYRILLIC.test(word) ? word.replace(/[A-Za-z]/g, (letter) => ALIKE[LATIN.indexOf(letter)] ?? letter) : word,
  )
}
