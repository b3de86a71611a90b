export const NAMELESS = 'Неизвестный'

export interface PersonName {
  /** Last name, Фамилия. */
  lastname: string | null
  /** First name, Имя. */
  name: string | null
  /** The patronymic, Отчество: the API has called it so from its start. */
  surname: string | null
}

/** Фамилия Имя Отчество, without absent ones. */
export function fullName({ lastname, name, surname }: PersonName): string {
  const parts = [lastname, name, surname].map((part) => part?.trim()).filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : NAMELESS
}

/** A last name, with the maiden name if there is one: «Абызова (Каримова)». Empty without either. */
export function familyName({
  lastname,
  maiden_name,
}: {
  lastname: string | null
  maiden_name?: string | null
}): string {
  const [last, maiden] = [lastname?.trim() ?? '', maiden_name?.trim() ?? '']
  return [last, maiden && `(${maiden})`].filter(Boolean).join(' ')
}

/** The gender that a patronymic shows: Ильич, Сергеевич, Гасан оглы; Ильинична, Сергеевна, Гасан кызы. */
export function genderOf({ surname }: Pick<PersonName, 'surname'>): 'male' | 'female' | 'unknown' {
  const patronymic = surname?.trim().toLowerCase() ?? ''
  if (/(?:ич|оглы|оглу|улы|уулу|угли)$/.test(patronymic)) return 'male'
  return /(?:вна|чна|шна|кызы|гызы|кизи)$/.test(patronymic) ? 'female' : 'unknown'
}

/** Particles of names that are lower-case before another word: фон Берг, ван дер Ваальс. */
const SMALL_BEFORE = ['фон', 'цу', 'ван', 'дер', 'ден', 'де', 'аф']
/** Particles that are lower-case after another word: Вагиф оглы, Расул-заде. */
const SMALL_AFTER = ['оглы', 'оглу', 'кызы', 'гызы', 'кизи', 'угли', 'улы', 'уулу', 'заде']

const ANY_WORD = /[^ -]/

/**
 * Capitalises each word. Typed capitals stay, and so do particles such as «оглы» and «фон» that were typed in lower
 * case. While the last word is being typed, it stays in lower case as long as it may become one.
 */
export function capitalizeName(name: string, isBeingTyped = false): string {
  return name.replace(/[^ -]+/g, (word, start: number) => {
    const before = name.slice(0, start)
    const after = name.slice(start + word.length)
    const isSmall =
      staysSmall(word, before, after, isBeingTyped) || (isBeingTyped && after === '' && mayStay(word, before))
    return isSmall ? word : word.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
  })
}

function staysSmall(word: string, before: string, after: string, isBeingTyped: boolean): boolean {
  const isFirst = !ANY_WORD.test(before)
  if (SMALL_AFTER.includes(word)) return !isFirst
  if (!SMALL_BEFORE.includes(word)) return false
  const hasMore = ANY_WORD.test(after) || isBeingTyped
  // With hyphens the first word is capitalised all the same: Ван-дер-Ваальс.
  return hasMore && (after.startsWith(' ') || (after.startsWith('-') && !isFirst))
}

function mayStay(word: string, before: string): boolean {
  const isFirst = !ANY_WORD.test(before)
  return [...SMALL_BEFORE, ...(isFirst ? [] : SMALL_AFTER)].some((small) => small.startsWith(word))
}

/** A person in a sentence: after «знали» and «о». */
export interface PersonInSentence {
  /** Анну Сергеевну, Петра Ильича. */
  accusative: string
  /** О ней, о нём. */
  about: 'ней' | 'нём'
}

/**
 * A name and a Russian patronymic in the accusative. Undefined without a patronymic: it alone shows the gender, and with it the
 * way in which a name is declined.
 */
export function inSentence({ name, surname }: Pick<PersonName, 'name' | 'surname'>): PersonInSentence | undefined {
  const [given, patronymic] = [name?.trim() ?? '', surname?.trim() ?? '']
  if (!/^\p{L}+$/u.test(given) || !/^\p{L}+$/u.test(patronymic)) return undefined
  const gender = genderOf({ surname })
  if (gender === 'female' && /а$/i.test(patronymic))
    return { accusative: `${accusativeOfWoman(given)} ${patronymic.slice(0, -1)}у`, about: 'ней' }
  if (gender === 'male' && /ч$/i.test(patronymic))
    return { accusative: `${accusativeOfMan(given)} ${patronymic}а`, about: 'нём' }
  return undefined
}

/** Names that end in a consonant or a soft sign stay: Любовь, Айгуль. */
function accusativeOfWoman(name: string): string {
  return name.replace(/а$/i, 'у').replace(/я$/i, 'ю')
}

/** Names whose vowel moves or is lost. */
const IRREGULAR: Record<string, string> = { Павел: 'Павла', Лев: 'Льва', Пётр: 'Петра', Петр: 'Петра' }

function accusativeOfMan(name: string): string {
  const irregular = IRREGULAR[name]
  if (irregular) return irregular
  const [stem, last] = [name.slice(0, -1), name.slice(-1).toLowerCase()]
  if (last === 'а') return `${stem}у`
  if (last === 'я') return `${stem}ю`
  if (last === 'й' || last === 'ь') return `${stem}я`
  return /[бвгджзклмнпрстфхцчшщ]/.test(last) ? `${name}а` : name
}
