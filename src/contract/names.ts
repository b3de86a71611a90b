export const NAMELESS = 'Неизвестный'

export interface PersonName {
  lastname: string | null
  name: string | null
  surname: string | null
}

/** Фамилия Имя Отчество, without absent ones. */
export function fullName({ lastname, name, surname }: PersonName): string {
  const parts = [lastname, name, surname].map((part) => part?.trim()).filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : NAMELESS
}

/** A surname, with the maiden name if there is one: «Абызова (Каримова)». Empty without either. */
export function familyName({
  lastname,
  maiden_name,
}: {
  lastname: string | null
  maiden_name?: string | null
}): string {
  const [surname, maiden] = [lastname?.trim() ?? '', maiden_name?.trim() ?? '']
  return [surname, maiden && `(${maiden})`].filter(Boolean).join(' ')
}

/** What a patronymic tells: Ильич, Сергеевич, Гасан оглы; Ильинична, Сергеевна, Гасан кызы. */
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
