import { IMPORT_HEADINGS, type ImportProblem, type ImportTrial } from '@contract/import'
import type { Forms } from '@contract/plurals'
import { saveFile } from '@client/lib/save-file'

/** The content of a file, as far as its name says. The server checks it. */
export type ImportKind = 'table' | 'tree' | 'pages'

export const PAGES: Forms = ['страница', 'страницы', 'страниц']
/** After «создать»: 1 страницу, 2 страницы, 5 страниц. */
export const PAGES_TO_MAKE: Forms = ['страницу', 'страницы', 'страниц']

/** `of`: after «из», 1 строки, 2 строк, 5 строк. `skipped`: before «пропустить», 1 строку, 2 строки, 5 строк. */
export const ROWS: Record<ImportKind, { one: string; of: Forms; skipped: Forms }> = {
  table: { one: 'Строка', of: ['строки', 'строк', 'строк'], skipped: ['строку', 'строки', 'строк'] },
  tree: { one: 'Человек', of: ['человека', 'человек', 'человек'], skipped: ['человека', 'человека', 'человек'] },
  pages: { one: 'Страница', of: ['страницы', 'страниц', 'страниц'], skipped: PAGES_TO_MAKE },
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
  return /\.(?:ged|gdz|gedcom)$/i.test(name) ? 'tree' : 'table'
}

/** The part of a page that a field belongs to: «Имя»; undefined for the whole. */
export function partOf(field: string): string | undefined {
  return PARTS[field.split('.')[0] ?? '']
}

/** The place of a problem: «Строка 5, Имя», «Страница 2, Фотографии». */
export function placeOf({ row, field }: ImportProblem, kind: ImportKind): string {
  const [part = '', number] = field.split('.')
  if (part === WHOLE_FILE && row === 1) return 'Файл'
  const name = PARTS[part]
  const place = `${ROWS[kind].one} ${row}`
  if (name === undefined) return place
  return number === undefined ? `${place}, ${name}` : `${place}, ${name} (${number})`
}

const PUBLIC_MEANS = 'Публичную страницу увидят все, её можно найти по имени в общем списке.'
const CLOSED_MEANS = 'Закрытую страницу увидите только вы и те, кому вы дадите PIN-код.'
/** How to make a closed page public. */
const TO_OPEN: Record<ImportKind, string> = {
  table:
    'Чтобы страница сразу была публичной, напишите «да» в столбце «Публичная». Открыть её можно и потом, на ней самой.',
  tree: 'Открыть её всем можно потом, на ней самой.',
  pages: 'Откройте её всем, когда посмотрите, всё ли на месте.',
}

/** How many of the new pages will be public, how many closed, and what that means. */
export function whoWillSee({ ready, public_pages: open }: ImportTrial, kind: ImportKind): string[] {
  const closed = ready - open
  return [
    ...(open > 0 ? [`Публичных страниц будет ${open}. ${PUBLIC_MEANS}`] : []),
    ...(closed > 0 ? [`Закрытых страниц будет ${closed}. ${CLOSED_MEANS} ${TO_OPEN[kind]}`] : []),
  ]
}

/** Without portraits: they would need an archive with the files. */
const SAMPLE_ROWS = [
  ['Берёзкина', 'Мария', 'Ивановна', 'Каримова', '09.05.1912', '1993', 'Всю жизнь учила детей.', 'да', 'нет', ''],
  ['Ёлкин', 'Пётр', '', '', 'около 1890', '05.1943', '', 'нет', 'нет', ''],
]
/** Without it Excel assumes another encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Lets the browser save the sample. */
export function saveSampleTable(): void {
  const table = new Blob([sampleTable()], { type: 'text/csv' })
  saveFile(URL.createObjectURL(table), 'Образец таблицы.csv')
}

/** A table with all headings and two people. */
export function sampleTable(): string {
  const lines = [Object.keys(IMPORT_HEADINGS), ...SAMPLE_ROWS].map((cells) => cells.join(';'))
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`
}
