import { IMPORT_HEADINGS, type ImportProblem } from '@contract/import'
import type { Forms } from '@contract/plurals'

/** What a file holds, as far as its name tells. The server looks at the content. */
export type ImportKind = 'table' | 'tree' | 'pages'

export const PAGES: Forms = ['страница', 'страницы', 'страниц']
/** After «создать»: 1 страницу, 2 страницы, 5 страниц. */
export const PAGES_TO_MAKE: Forms = ['страницу', 'страницы', 'страниц']

/** `of`: after «из», 1 строки, 2 строк, 5 строк. */
export const ROWS: Record<ImportKind, { one: string; of: Forms }> = {
  table: { one: 'Строка', of: ['строки', 'строк', 'строк'] },
  tree: { one: 'Человек', of: ['человека', 'человек', 'человек'] },
  pages: { one: 'Страница', of: ['страницы', 'страниц', 'страниц'] },
}

const PARTS: Record<string, string> = {
  ...Object.fromEntries(Object.entries(IMPORT_HEADINGS).map(([heading, field]) => [field, heading])),
  portrait: 'Портрет',
  burial: 'Место захоронения',
  photos: 'Фотографии',
  audios: 'Аудио',
  videos: 'Видео',
  words: 'Слова памяти',
  relations: 'Родственники',
}
const WHOLE_FILE = 'file'

export function kindOf({ name }: File): ImportKind {
  if (/\.zip$/i.test(name)) return 'pages'
  return /\.ged$/i.test(name) ? 'tree' : 'table'
}

/** Where something is wrong: «Строка 5, Имя», «Страница 2, Фотографии». */
export function placeOf({ row, field }: ImportProblem, kind: ImportKind): string {
  const [part = '', number] = field.split('.')
  if (part === WHOLE_FILE && row === 1) return 'Файл'
  const name = PARTS[part]
  const place = `${ROWS[kind].one} ${row}`
  if (name === undefined) return place
  return number === undefined ? `${place}, ${name}` : `${place}, ${name} (${number})`
}
