export const NAMELESS = 'Неизвестный'

export interface PersonName {
  lastname: string | null
  name: string | null
  surname: string | null
}

/** Фамилия Имя Отчество, of those that are there. */
export function fullName({ lastname, name, surname }: PersonName): string {
  const parts = [lastname, name, surname].map((part) => part?.trim()).filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : NAMELESS
}

/** A surname, with the maiden name where there is one: «Абызова (Каримова)». Empty where there is neither. */
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

/** The parts of names that are written small before another word: фон Берг, ван дер Ваальс. */
const SMALL_BEFORE = ['фон', 'цу', 'ван', 'дер', 'ден', 'де', 'аф']
/** And those that are so after another: Вагиф оглы, Расул-заде. */
const SMALL_AFTER = ['оглы', 'оглу', 'кызы', 'гызы', 'кизи', 'угли', 'улы', 'уулу', 'заде']

const ANY_WORD = /[^ -]/

/**
 * Raises the first letter of each word. What was typed as a capital stays one, and so do the small parts of names, as «оглы»
 * and «фон», that were typed small. While the last word is still being typed, it stays small as long as it may become one.
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
  // With hyphens the first part is written large all the same: Ван-дер-Ваальс.
  return hasMore && (after.startsWith(' ') || (after.startsWith('-') && !isFirst))
}

function mayStay(word: string, before: string): boolean {
  const isFirst = !ANY_WORD.test(before)
  return [...SMALL_BEFORE, ...(isFirst ? [] : SMALL_AFTER)].some((small) => small.startsWith(word))
}
