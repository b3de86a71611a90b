import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deserialize } from 'node:v8'
import type { ImportTrial } from '@contract/import'
import { readPeople } from '@server/modules/imports/reading/import-worker'
import type { ReadyRow } from '@server/modules/imports/reading/row'
import { startTestApp } from '@support/server-app'
import { type Cell, ods, xlsx } from '@support/spreadsheets'
import { importFile, zipFiles } from '@support/taken-pages'
import { anOwner } from '@support/test-memorials'
import { inEncoding } from './in-encoding'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-tables-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(bytes: Uint8Array | string) {
  const file = path.join(folder, 'table')
  await writeFile(file, bytes)
  const { ready, ...others } = await readPeople({ file, corrections: [] })
  return { ...others, ready: ready.flatMap((chunk) => deserialize(chunk) as ReadyRow[]) }
}

/** «row Фамилия Имя Отчество (девичья) birth – death» of each ready row, and the problems. */
async function people(bytes: Uint8Array | string): Promise<string[]> {
  const { ready, problems } = await read(bytes)
  return [
    ...ready.map(({ row, draft: { lastname, name, surname, maiden_name, birth_date, death_date, ...draft } }) =>
      [
        ...[row, lastname, name, surname, maiden_name && `(${maiden_name})`],
        ...[birth_date, draft.birth_precision !== 'day' && draft.birth_precision, '–'],
        ...[death_date, draft.death_precision !== 'day' && draft.death_precision],
      ]
        .filter(Boolean)
        .join(' '),
    ),
    ...problems.map(({ row, field, msg }) => `${row} ${field}: ${msg}`),
  ]
}

const lines = (...rows: string[]) => `${rows.join('\r\n')}\r\n`
const TATYANA = 'Сопова Татьяна Петровна 1920-05-05 – 1990-03-03'
const CSV = lines('Фамилия;Имя;Отчество;Дата рождения;Дата смерти', 'Сопова;Татьяна;Петровна;05.05.1920;03.03.1990')
const utf16 = (text: string, mark: string) => Buffer.from(mark + text, 'utf16le')

describe('a table as text', () => {
  it.each([
    ['UTF-16 with a mark and tabs', utf16(CSV.replaceAll(';', '\t'), '\ufeff'), 2],
    ['UTF-16 without a mark', utf16(CSV, ''), 2],
    ['UTF-16 the other way', utf16(CSV, '\ufeff').swap16(), 2],
    ['CP866, as Excel saves for MS-DOS', inEncoding(CSV, 'ibm866'), 2],
    ['KOI8-R', inEncoding(CSV, 'koi8-r'), 2],
    ['tabs', CSV.replaceAll(';', '\t'), 2],
    ['bars', CSV.replaceAll(';', '|'), 2],
    ['sep=;', `sep=;\r\n${CSV}`, 3],
    ['sep=, above commas', `\ufeffsep=,\n${CSV.replaceAll(';', ',')}`, 3],
    ['lines ended by CR', CSV.replaceAll('\r\n', '\r'), 2],
    ['empty columns at the end', CSV.replaceAll('\r\n', ';;;\r\n'), 2],
    ['a title with commas above', `Список погибших, с. Белое, 1941–1945;;;;\r\n;;;;\r\n\r\n${CSV}`, 5],
    ['no-break spaces', CSV.replace('Сопова', '\u00a0Сопова\u00a0').replaceAll('05.1920', '05.1920\u00a0'), 2],
    ['apostrophes before texts', CSV.replace('05.05', "'05.05").replace('Сопова', "'Сопова"), 2],
    ['invisible signs in headings', CSV.replace('Фамилия', '\u200bФамилия\u00a0'), 2],
  ])('is read with %s', async (_what, bytes, row) => {
    expect(await people(bytes)).toEqual([`${row} ${TATYANA}`])
  })

  it('skips rows of nothing, wherever they are, and headings that are repeated', async () => {
    const [headings = '', person = ''] = CSV.split('\r\n')
    const text = lines(headings, ';;;;', person, ' ; ;\u00a0;;', headings, person, ';;;;', ';;;;')
    expect(await people(text)).toEqual([`3 ${TATYANA}`, `6 ${TATYANA}`])
  })

  it('keeps quotation marks inside cells', async () => {
    const { ready } = await read(
      lines('Фамилия;Имя;Биография', 'А;Б;колхоз "Заря" дал', 'А;Б;"Заря" — колхоз', 'А;Б;"всё; ""в"" кавычках"'),
    )
    expect(ready.map(({ draft }) => draft.biography)).toEqual([
      'колхоз "Заря" дал',
      '"Заря" — колхоз',
      'всё; "в" кавычках',
    ])
  })

  it.each([
    ['ФИО', 'Сопова Татьяна Петровна', 'Сопова Татьяна Петровна'],
    ['Ф.И.О.', 'Татьяна Петровна Сопова', 'Сопова Татьяна Петровна'],
    ['Фамилия, имя, отчество', 'Сопова, Татьяна Петровна', 'Сопова Татьяна Петровна'],
    ['Ф. И. О. погибшего', 'Сопова Татьяна', 'Сопова Татьяна'],
    ['фио', 'Сопова (Кисилёва) Татьяна Петровна', 'Сопова Татьяна Петровна (Кисилёва)'],
    ['фио', 'Сопова Татьяна Петровна (урожд. Кисилёва)', 'Сопова Татьяна Петровна (Кисилёва)'],
    ['ФИО', 'Алиев Вагиф Рауф оглы', 'Алиев Вагиф Рауф оглы'],
    ['ФИО', 'фон Берг Иван Карлович', 'фон Берг Иван Карлович'],
    ['ФИО', 'Сопова – Белова Анна', 'Сопова-Белова Анна'],
    ['ФИО', 'Абрамович Роман', 'Абрамович Роман'],
  ])('finds the parts of a name under «%s» in «%s»', async (heading, cell, name) => {
    expect(await people(lines(`№ п/п\t${heading}`, `1\t${cell}`))).toEqual([`2 ${name} unknown – unknown`])
  })

  it.each([
    ['Фамилия;Имя, отчество', 'Сопова;Татьяна Петровна', 'Сопова Татьяна Петровна unknown – unknown'],
    ['Фамилия;Имя;Отчество', 'Сопова (дев. Кисилёва);Анна;—', 'Сопова Анна (Кисилёва) unknown – unknown'],
    ['Фамилия;Имя;Год рождения;Дата гибели', 'А;Б;1920 г.р.;12.1942', 'А Б 1920-01-01 year – 1942-12-01 month'],
    ['Фамилия;Имя;Г.р.;Год смерти', 'А;Б;1920;1990', 'А Б 1920-01-01 year – 1990-01-01 year'],
    ['Фамилия;Имя;Дата рожд.;Дата выбытия', 'А;Б;5.5.1920;—', 'А Б 1920-05-05 – unknown'],
    ['Фамилия;Имя;Годы жизни', 'А;Б;1920–1990', 'А Б 1920-01-01 year – 1990-01-01 year'],
    ['Фамилия;Имя;Годы жизни', 'А;Б;05.05.1920 — ?', 'А Б 1920-05-05 – unknown'],
    ['Фамилия;Имя;Дата рождения;Год рождения', 'А;Б;;1920', 'А Б 1920-01-01 year – unknown'],
    ['Фамилия;Имя;Дата рождения;Дата смерти', 'А;Б;5/25/1920;6/5/1990', 'А Б 1920-05-25 – 1990-06-05'],
  ])('reads «%s»: %s', async (headings, row, person) => {
    expect(await people(lines(headings, row))).toEqual([`2 ${person}`])
  })

  it('leaves out columns that it does not know, and says so; two notes become one biography', async () => {
    const { ready, problems, warnings } = await read(
      lines('№;Фамилия;Имя;Звание;Биография;Примечание', '1;А;Б;рядовой;Учил детей.;Награждён.'),
    )
    expect(problems).toEqual([])
    expect(warnings).toEqual([{ row: 1, field: 'Звание', msg: expect.stringContaining('«Звание»') }])
    expect(ready[0]?.draft.biography).toBe('Учил детей.\n\nНаграждён.')
  })

  it.each([
    ['33389', 'bare number'],
    ['05.05.20', 'two'],
    ['абв', 'nothing'],
  ])('refuses %s as a date, quotes it, and names the forms that are read', async (cell) => {
    const [said] = await people(lines('Фамилия;Имя;Дата смерти', `А;Б;${cell}`))
    expect(said).toContain(`2 death_date: «${cell}»: `)
    expect(said).toContain('Так мы прочтём: 05.05.1920')
  })

  it('quotes a name that cannot be taken, and a day that there is not', async () => {
    expect(await people(lines('Фамилия;Имя;Дата рождения', 'Smith;Б;31.02.1920'))).toEqual([
      '2 lastname: Фамилия может содержать только русские буквы, дефисы и пробелы: «Smith».',
      '2 birth_date: Некорректная дата рождения: «31.02.1920».',
    ])
  })

  it('tells what an old Excel file or one with a password needs', async () => {
    const [said] = await people(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))
    expect(said).toContain('сохраните как «Книга Excel (.xlsx)», без пароля')
  })
})

const HEAD: Cell[] = ['№ п/п', 'ФИО', 'Дата рождения', 'Дата смерти', 'Публичная']
const day = (text: string, format?: string): Cell => ({ day: text, ...(format && { format }) })

describe.each([
  ['XLSX', (rows: Cell[][]) => xlsx(rows)],
  ['XLSX with texts in its cells', (rows: Cell[][]) => xlsx(rows, { isInline: true })],
  ['XLSX that counts from 1904', (rows: Cell[][]) => xlsx(rows, { is1904: true })],
  ['ODS', (rows: Cell[][]) => ods(rows)],
])('a table in %s', (_kind, made) => {
  it('is read by its values: texts, dates, formulas and truths', async () => {
    const table = await made([
      ['Список жителей'],
      [],
      HEAD,
      [1, 'Сопова Татьяна Петровна', day('1920-05-05'), day('1990-03-03'), true],
      [2, { formula: 'A1&B1', value: 'Ёлкин Пётр' }, 1921, '05.1943', 'нет'],
      [null, '', null, null, ''],
      [3, 'Ёлкина Анна', day('1910-02-28'), 'пропала без вести', ''],
    ])
    expect(await people(table)).toEqual([
      `4 ${TATYANA}`,
      '5 Ёлкин Пётр 1921-01-01 year – 1943-05-01 month',
      '7 Ёлкина Анна 1910-02-28 – unknown',
    ])
    expect((await read(table)).ready.map(({ draft }) => draft.public_status)).toEqual([true, false, false])
  })

  it('takes no bare number for a date', async () => {
    const [said] = await people(await made([HEAD, [1, 'Ёлкин Пётр', 33389, null, null]]))
    expect(said).toContain('2 birth_date: «33389»')
  })
})

describe('XLSX', () => {
  it.each([
    ['dd/mm/yyyy', '1920-05-05'],
    ['[$-FC19]dd\\ mmmm\\ yyyy\\ \\г\\.;@', '1920-05-05'],
    ['dd.mm.yyyy hh:mm', '1920-05-05'],
    ['mm.yyyy', '1920-05-01 month'],
    ['[$-419]mmmm\\ yyyy', '1920-05-01 month'],
    ['yyyy" г."', '1920-01-01 year'],
  ])('knows by the format %s what a cell shows of its date', async (format, expected) => {
    expect(await people(await xlsx([HEAD, [1, 'Ёлкин Пётр', day('1920-05-05', format)]]))).toEqual([
      `2 Ёлкин Пётр ${expected} – unknown`,
    ])
  })

  it.each(['1900-01-01', '1900-02-28', '1900-03-01', '1904-01-01', '1999-12-31'])(
    'counts %s as Excel does',
    async (text) => {
      for (const is1904 of text < '1904' ? [false] : [false, true]) {
        const table = await xlsx([HEAD, [1, 'Ёлкин Пётр', day(text), null]], { is1904 })
        expect(await people(table)).toEqual([`2 Ёлкин Пётр ${text} – unknown`])
      }
    },
  )

  it('takes the first visible sheet that has people', async () => {
    const before = [
      { name: 'Скрытый', state: 'hidden', rows: [HEAD, [1, 'Тайный Пётр']] as Cell[][] },
      { name: 'О списке', rows: [['Собрано в 1995 году']] as Cell[][] },
      { name: 'Пустой', rows: [] },
    ]
    expect(await people(await xlsx([HEAD, [1, 'Ёлкин Пётр']], { before }))).toEqual(['2 Ёлкин Пётр unknown – unknown'])
  })

  it('reads rich texts without their readings, and signs that Excel escapes', async () => {
    const shared = `<sst><si><r><t>Ёл</t></r><r><t>кин</t></r><rPh><t>x</t></rPh></si><si><t>Имя</t></si><si><t>Фамилия</t></si><si><t>Пётр_x000D_</t></si></sst>`
    const cells = (...nths: number[]) => nths.map((nth) => `<c t="s"><v>${nth}</v></c>`).join('')
    const sheet = `<x:worksheet xmlns:x="m"><x:sheetData><row>${cells(2, 1)}</row><row>${cells(0, 3)}</row></x:sheetData></x:worksheet>`
    const table = await xlsx([], { entries: { 'xl/sharedStrings.xml': shared, 'xl/worksheets/sheet1.xml': sheet } })
    expect(await people(table)).toEqual(['2 Ёлкин Пётр unknown – unknown'])
  })

  it('has a hundred columns at most', async () => {
    const wide = (columns: number) => ['Фамилия', 'Имя', ...Array.from({ length: columns - 2 }, (_, nth) => `К${nth}`)]
    expect(await people(await xlsx([wide(100), ['Ёлкин', 'Пётр']]))).toEqual(['2 Ёлкин Пётр unknown – unknown'])
    expect(await people(await xlsx([wide(101), ['Ёлкин', 'Пётр']]))).toEqual(['1 file: В таблице больше 100 столбцов.'])
  })
})

describe('ODS', () => {
  it('repeats cells and rows, but no rows of nothing; comments on cells are not read', async () => {
    const note = '<office:annotation><text:p>Проверить!</text:p></office:annotation>'
    const table = await ods([
      ['Фамилия', 'Имя', 'Дата рождения'],
      '<table:table-row table:number-rows-repeated="1000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
      `<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2" office:value-type="string">${note}<text:p>А<text:s/>Б</text:p></table:table-cell></table:table-row>`,
      '<table:table-row table:number-rows-repeated="1048576"><table:table-cell/></table:table-row>',
    ])
    expect(await people(table)).toEqual(['1002 А Б А Б unknown – unknown', '1003 А Б А Б unknown – unknown'])
  })

  it.each([
    ['май 1920', '1920-05-01 month'],
    ['1920', '1920-01-01 year'],
    ['5 мая 1920 г.', '1920-05-05'],
  ])('takes of a date as much as its cell shows: %s', async (shown, expected) => {
    const table = await ods([HEAD, [1, 'Ёлкин Пётр', { day: '1920-05-05', shown }]])
    expect(await people(table)).toEqual([`2 Ёлкин Пётр ${expected} – unknown`])
  })

  it('knows days before 1900', async () => {
    expect(await people(await ods([HEAD, [1, 'Ёлкин Пётр', day('1850-05-05')]]))).toEqual([
      '2 Ёлкин Пётр 1850-05-05 – unknown',
    ])
  })
})

describe('a spreadsheet that means harm', () => {
  const BOMB = '<!DOCTYPE x [<!ENTITY a "ха"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
  const sheet = (row: string) => `<worksheet><sheetData>${row}</sheetData></worksheet>`

  it.each([
    ['entities that grow', { 'xl/sharedStrings.xml': `${BOMB}<sst><si><t>&b;</t></si></sst>` }],
    ['what is no XML', { 'xl/worksheets/sheet1.xml': '<worksheet><row>' }],
    ['a sheet that is not UTF-8', { 'xl/sharedStrings.xml': '<sst>\u0000</sst>' }],
  ])('is refused with a sentence for %s', async (_what, entries) => {
    const [said] = await people(await xlsx([HEAD, [1, 'Ёлкин Пётр']], { entries }))
    expect(said).toMatch(/^1 file: Файл не удалось прочитать: похоже, он повреждён/)
  })

  it('counts a shared text wherever it stands', async () => {
    const shared = `<sst><si><t>${'я'.repeat(100_000)}</t></si></sst>`
    const rows = `<row>${'<c t="s"><v>0</v></c>'.repeat(50)}</row>`.repeat(10)
    const entries = { 'xl/sharedStrings.xml': shared, 'xl/worksheets/sheet1.xml': sheet(rows) }
    expect(await people(await xlsx([], { entries }))).toEqual([
      '1 file: В таблице слишком много текста: разделите её на несколько.',
    ])
  })

  it('names a column far away, or a million repeated cells, without making them', async () => {
    const far = sheet('<row r="99999999999"><c r="ZZZZZZZZ1" t="str"><v>а</v></c></row>')
    expect(await people(await xlsx([], { entries: { 'xl/worksheets/sheet1.xml': far } }))).toEqual([
      '1 file: Файл пуст.',
    ])
    const wide = await ods([
      '<table:table-row table:number-rows-repeated="999999999"><table:table-cell table:number-columns-repeated="999999999" office:value-type="string"><text:p>а</text:p></table:table-cell></table:table-row>',
    ])
    expect((await people(wide))[0]).toContain('В таблице больше 100 столбцов.')
  })

  it('is no table when its ZIP is broken', async () => {
    const [said] = await people((await zipFiles([['xl/workbook.xml', Buffer.from('<workbook/>')]])).subarray(0, 60))
    expect(said).toContain('повреждён')
  })
})

it('comes through the API as any other table, and is corrected there', async () => {
  const server = await startTestApp()
  try {
    const { token } = await anOwner(server)
    const table = await xlsx([HEAD, [1, 'Ёлкин Пётр', 33389], [2, 'Ёлкина Анна', day('1920-05-05')]])
    const trial = (await importFile(server, token, table, { dryRun: true })).json<ImportTrial>()
    expect(trial).toMatchObject({ rows: 2, ready: 1, problems: [{ row: 2, field: 'birth_date' }] })
    expect(trial.to_correct).toMatchObject([{ row: 2, texts: { lastname: 'Ёлкин', birth_date: '33389' } }])
  } finally {
    await server.close()
  }
})
