/** A Russian noun with 1, with 2 to 4, and with 5: мемориал, мемориала, мемориалов. */
export type Forms = readonly [one: string, few: string, many: string]

export const MEMORIALS: Forms = ['мемориал', 'мемориала', 'мемориалов']
export const GIGABYTES: Forms = ['гигабайт', 'гигабайта', 'гигабайтов']
export const POSSIBLE: Forms = ['возможного', 'возможных', 'возможных']
export const SECONDS: Forms = ['секунду', 'секунды', 'секунд']

export const HOURS: Forms = ['час', 'часа', 'часов']
/** After «не более», «дольше», «в течение» and the like: 1 дня, 2 дней, 5 дней. */
export const OF_DAYS: Forms = ['дня', 'дней', 'дней']
export const OF_HOURS: Forms = ['часа', 'часов', 'часов']

/** The number with its noun: 1 мемориал, 2 мемориала, 5 мемориалов, 11 мемориалов. */
export function counted(count: number, forms: Forms): string {
  return `${count} ${formFor(count, forms)}`
}

/** The same, with a space between them that no line breaks at. */
export function countedOnOneLine(count: number, forms: Forms): string {
  return counted(count, forms).replace(' ', '\u00a0')
}

/** The form that a number asks for. */
export function formFor(count: number, [one, few, many]: Forms): string {
  const lastTwo = Math.abs(count) % 100
  if (lastTwo >= 11 && lastTwo <= 14) return many
  const last = lastTwo % 10
  if (last === 1) return one
  return last >= 2 && last <= 4 ? few : many
}
