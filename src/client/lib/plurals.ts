/** A Russian noun with 1, with 2 to 4, and with 5: мемориал, мемориала, мемориалов. */
export type Forms = readonly [one: string, few: string, many: string]

export const MEMORIALS: Forms = ['мемориал', 'мемориала', 'мемориалов']
export const GIGABYTES: Forms = ['гигабайт', 'гигабайта', 'гигабайтов']
export const POSSIBLE: Forms = ['возможного', 'возможных', 'возможных']
export const SECONDS: Forms = ['секунду', 'секунды', 'секунд']

/** The number with its noun: 1 мемориал, 2 мемориала, 5 мемориалов, 11 мемориалов. */
export function counted(count: number, forms: Forms): string {
  return `${count} ${formFor(count, forms)}`
}

/** The form that a number asks for. */
export function formFor(count: number, [one, few, many]: Forms): string {
  const lastTwo = Math.abs(count) % 100
  if (lastTwo >= 11 && lastTwo <= 14) return many
  const last = lastTwo % 10
  if (last === 1) return one
  return last >= 2 && last <= 4 ? few : many
}
