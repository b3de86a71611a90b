import { IMPORT_HEADINGS } from '@contract/import'
import { saveFile } from '@client/lib/save-file'

/** Without portraits: they would need an archive with the files. */
const ROWS = [
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
  const lines = [Object.keys(IMPORT_HEADINGS), ...ROWS].map((cells) => cells.join(';'))
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`
}
