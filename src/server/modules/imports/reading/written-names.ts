import type { ImportRow } from './row'

/** Names as people write them in one line or one cell. */

const PATRONYMIC = /(?:вич|вна|ьич|ична|инична)$/i
const PATRONYMIC_IN_TWO = /^(?:оглы|оглу|кызы|гызы|улы|уулу|кизи|угли)$/i
const IN_BRACKETS = /\(([^()]{1,100})\)/
const BORN_WORD =
  /^(?:урожд[а-яё]{0,10}|ур|дев[а-яё]{0,10}|д|в девичестве|до брака|до замужества)(?![а-яё])[. :]{0,3}(?:фамилия )?/iu
const BORN_AFTER = /,? (?:урожд[а-яё]{0,10}|дев|в девичестве)\.? ([^ ()]{1,100})/iu
const NOTHING = /^(?:[\p{P}\p{S}\s]*|нет|неизвестн[аоы]|не известн[аоы]|н\/д|б\/о)$/iu

type NameTexts = Pick<ImportRow['texts'], 'lastname' | 'name' | 'surname' | 'maiden_name'>

/** The parts of a name from the cells of a row, and from one cell with the whole name where those are empty. */
export function readPersonName(cells: NameTexts, fullName = ''): NameTexts {
  const whole = cells.lastname || cells.name ? {} : partsOfName(fullName)
  const { lastname, born } = withoutMaidenName(cells.lastname ?? whole.lastname ?? '')
  const known = (text = '') => (NOTHING.test(text.trim()) ? '' : text)
  const { name, surname } = withPatronymic(cells.name ?? whole.name ?? '', known(cells.surname ?? whole.surname))
  return {
    lastname,
    name,
    surname,
    maiden_name: known(cells.maiden_name) || whole.maiden_name || born,
  }
}

/** «Татьяна Петровна» in the cell of the name, and nothing in that of the patronymic. */
function withPatronymic(name: string, surname: string): { name: string; surname: string } {
  const words = name.trim().split(/\s+/)
  const last = words.at(-1) ?? ''
  if (surname !== '' || words.length < 2 || !PATRONYMIC.test(last)) return { name, surname }
  return { name: words.slice(0, -1).join(' '), surname: last }
}

/** «Сопова (Кисилёва)», «Сопова, урожд. Кисилёва». */
function withoutMaidenName(cell: string): { lastname: string; born: string } {
  const text = cell.split(/\s/).filter(Boolean).join(' ')
  const found = IN_BRACKETS.exec(text) ?? BORN_AFTER.exec(text)
  const born = (found?.[1] ?? '').trim().replace(BORN_WORD, '').trim()
  if (!found || !/^\p{L}/u.test(born)) return { lastname: text, born: '' }
  const lastname = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
  return { lastname: lastname.replace(/ ,/g, ' ').replace(/ {2,}/g, ' ').trim(), born }
}

/**
 * «Сопова Татьяна Петровна», «Сопова (Кисилёва) Татьяна», «Татьяна Петровна Сопова», «Алиев Вагиф Рауф оглы». The
 * patronymic tells the order; without one the surname comes first.
 */
export function partsOfName(fullName: string): NameTexts {
  const { lastname: rest, born } = withoutMaidenName(fullName)
  const words = rest
    .replace(/,/g, ' ')
    .replace(/ ?[\p{Pd}\u2212] ?/gu, '-')
    .split(/\s+/)
    .filter(Boolean)
  const maiden = born === '' ? {} : { maiden_name: born }
  const inTwo = words.findIndex((word) => PATRONYMIC_IN_TWO.test(word))
  const end = inTwo > 1 ? inTwo : words.findLastIndex((word, nth) => nth > 0 && PATRONYMIC.test(word))
  if (end < 1) return { lastname: words[0] ?? '', name: words.slice(1).join(' '), surname: '', ...maiden }
  const start = inTwo > 1 ? inTwo - 1 : end
  const surname = words.slice(start, end + 1).join(' ')
  // The surname follows: «Татьяна Петровна Сопова».
  if (end < words.length - 1) {
    return { lastname: words.slice(end + 1).join(' '), name: words.slice(0, start).join(' '), surname, ...maiden }
  }
  // «Абрамович Роман» has no patronymic, but a surname that sounds like one, which stands first and is not looked at.
  if (start === 1) return { lastname: words[0] ?? '', name: surname, surname: '', ...maiden }
  return { lastname: words.slice(0, start - 1).join(' '), name: words[start - 1] ?? '', surname, ...maiden }
}
