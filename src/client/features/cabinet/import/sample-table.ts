import { IMPORT_HEADINGS } from '@contract/import'
import { saveFile } from '@client/lib/save-file'

const ROWS = [
  [
    'Берёзкина',
    'Мария',
    'Ивановна',
    'Каримова',
    '09.05.1912',
    '1993',
    'Всю жизнь учила детей.',
    'да',
    'нет',
    'maria.jpg',
  ],
  ['Ёлкин', 'Пётр', '', '', 'около 1890', '05.1943', '', 'нет', 'нет', ''],
]
/** Without it Excel takes the letters for those of another encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Lets the browser save a table with all headings and two people. */
export function saveSampleTable(): void {
  const lines = [Object.keys(IMPORT_HEADINGS), ...ROWS].map((cells) => cells.join(';'))
  const table = new Blob([BYTE_ORDER_MARK, lines.join('\r\n'), '\r\n'], { type: 'text/csv' })
  saveFile(URL.createObjectURL(table), 'Образец таблицы.csv')
}
