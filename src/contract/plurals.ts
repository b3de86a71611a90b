/** A Russian noun with 1, with 2 to 4, and with 5: мемориал, мемориала, мемориалов. */
export type Forms = readonly [one: string, few: string, many: string]

export const MEMORIALS: Forms = ['мемориал', 'мемориала', 'мемориалов']
export const GIGABYTES: Forms = ['гигабайт', 'гигабайта', 'гигабайтов']
export const PAGES: Forms = ['страница', 'страницы', 'страниц']
/** After «создать»: 1 страницу, 2 страницы, 5 страниц. */
export const PAGES_TO_CREATE: Forms = ['страницу', 'страницы', 'страниц']
export const SECONDS: Forms = ['секунду', 'секунды', 'секунд']

export const HOURS: Forms = ['час', 'часа', 'часов']
export const DAYS: Forms = ['день', 'дня', 'дней']
export const PHOTOS: Forms = ['фотография', 'фотографии', 'фотографий']
export const FILES: Forms = ['файл', 'файла', 'файлов']
export const MEMORIES: Forms = ['воспоминание', 'воспоминания', 'воспоминаний']
/** Of the decisions that wait in the cabinet. */
export const WORDS_OF_MEMORY: Forms = ['слово памяти', 'слова памяти', 'слов памяти']
export const STORIES: Forms = ['рассказ', 'рассказа', 'рассказов']
export const PROPOSALS: Forms = ['уточнение', 'уточнения', 'уточнений']
export const REQUESTS: Forms = ['просьба', 'просьбы', 'просьб']
export const REPORTS: Forms = ['сообщение о странице', 'сообщения о страницах', 'сообщений о страницах']
/** After «зажгли»: 1 свечу, 2 свечи, 5 свечей. */
export const CANDLES: Forms = ['свечу', 'свечи', 'свечей']
/** Of recovery codes. */
export const CODES: Forms = ['код', 'кода', 'кодов']
export const YEARS: Forms = ['год', 'года', 'лет']
/** After «не более», «дольше», «в течение» and the like: 1 дня, 2 дней, 5 дней. */
export const OF_HOURS: Forms = ['часа', 'часов', 'часов']
export const OF_DAYS: Forms = ['дня', 'дней', 'дней']
export const OF_YEARS: Forms = ['года', 'лет', 'лет']

/** The number with its noun: 1 мемориал, 2 мемориала, 5 мемориалов, 11 мемориалов. */
export function counted(count: number, forms: Forms): string {
  return `${count} ${formFor(count, forms)}`
}

/** The same with a non-breaking space. */
export function countedOnOneLine(count: number, forms: Forms): string {
  return counted(count, forms).replace(' ', '\u00a0')
}

/** The form of a noun for a whole number. */
export function formFor(count: number, [one, few, many]: Forms): string {
  switch (RUSSIAN.select(count)) {
    case 'one':
      return one
    case 'few':
      return few
    default:
      return many
  }
}

const RUSSIAN = new Intl.PluralRules('ru')
