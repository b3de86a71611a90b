import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { ACCOUNT_TOKEN_KEY } from '@client/store/token-storage'
import type { Memorial } from '@contract/memorial'
import type { Relations } from '@contract/relations'
import { axeFindings } from '@support/axe'
import { type Complaints, DESKTOP, launchBrowser, openVisit, PHONE, sidewaysScroll } from '@support/browser'
import { copyEmptyDatabase } from '@support/data-dir'
import { deadPerson, gedcomTree } from '@support/gedcom'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { type Cell, xlsx } from '@support/spreadsheets'

const PEOPLE = 400
/** Each of them is known by the first name alone. */
const NAMELESS = [7, 50, 93, 136, 179, 222, 265, 308, 351]
const LETTERS = 'абвгдежзик'
const nameOf = (nth: number) => `Лист${String(nth).replace(/\d/g, (digit) => LETTERS[Number(digit)] ?? '')}`

/** Families of four: a father, a mother and two children. */
function tree(): Buffer {
  const people = Array.from({ length: PEOPLE }, (_, nth) => {
    const surname = NAMELESS.includes(nth) ? '' : ` /Ёлкин${nth % 2 === 0 ? '' : 'а'}/`
    return deadPerson(`P${nth}`, `${nameOf(nth)}${surname}`, '1 BIRT', `2 DATE ABT ${1800 + (nth % 100)}`).join('\r\n')
  })
  const families = Array.from({ length: PEOPLE / 4 }, (_, nth) => {
    const [father, mother, ...children] = [0, 1, 2, 3].map((member) => `@P${4 * nth + member}@`)
    const lines = [`0 @F${nth}@ FAM`, `1 HUSB ${father}`, `1 WIFE ${mother}`]
    return [...lines, ...children.map((child) => `1 CHIL ${child}`)].join('\r\n')
  })
  const living = Array.from({ length: 30 }, (_, nth) => `0 @L${nth}@ INDI\r\n1 NAME Живой /Ёлкин/`)
  const text = gedcomTree([...people, ...living, ...families], 'UNICODE').replace(/\r?\n/g, '\r\n')
  return Buffer.from(`\ufeff${text}`, 'utf16le')
}

const day = (text: string, format?: string): Cell => ({ day: text, ...(format && { format }) })

interface Listed {
  /** The cells of «Ф.И.О.», «Год рождения», «Дата гибели» and «Примечание». */
  cells: [Cell, Cell, Cell, Cell?]
  /** The page: its names, dates with their precision unless it is a day, and biography. */
  page: string
}

/** Each with a trouble of its own, as lists of villages and Books of Memory have them. */
const TROUBLED: Listed[] = [
  {
    cells: ['Аксёнов Иван Петрович', '1920 г.р.', day('1942-12-05')],
    page: 'Аксёнов Иван Петрович, 1920 year – 1942-12-05',
  },
  {
    cells: ['Багров Пётр Ильич', '5 мая 1920 г.', '__.12.1942'],
    page: 'Багров Пётр Ильич, 1920-05-05 – 1942-12 month',
  },
  {
    cells: ['Ваганов Семён Лукич', '1899', 'пропал без вести в 10.1941'],
    page: 'Ваганов Семён Лукич, 1899 year – 1941-10 month. Пропал без вести в октябре 1941 года.',
  },
  {
    cells: ['Гордеев Лука Фомич', 'ок. 1900', 'погиб 3 марта 1945 г. под Кёнигсбергом'],
    page: 'Гордеев Лука Фомич, 1900 about – 1945-03-03. Погиб 3 марта 1945 года под Кёнигсбергом.',
  },
  { cells: ['Дымов Фома Саввич', 'неизвестно', '—'], page: 'Дымов Фома Саввич, unknown – unknown' },
  {
    cells: ['Ершова Анна Ивановна', day('1901-02-03'), '14.08.1990 00:00'],
    page: 'Ершова Анна Ивановна, 1901-02-03 – 1990-08-14',
  },
  {
    cells: ['Ершова (Кисилёва) Дарья Саввична', '03.1890', 1960],
    page: 'Ершова (Кисилёва) Дарья Саввична, 1890-03 month – 1960 year',
  },
  { cells: ['Татьяна Петровна Жарова', 1912, '1993 год'], page: 'Жарова Татьяна Петровна, 1912 year – 1993 year' },
  {
    cells: ['\u00a0Зимин\u00a0 Пётр  ', '05.05.1920\u00a0г.', '1943\u00a0'],
    page: 'Зимин Пётр, 1920-05-05 – 1943 year',
  },
  {
    cells: ['Ильин – Белов Яков', '1.2.1905', '1905-12-01T00:00:00'],
    page: 'Ильин-Белов Яков, 1905-02-01 – 1905-12-01',
  },
  {
    cells: ['Керимов Вагиф Рауф оглы', 'до 1917', 'май 1944'],
    page: 'Керимов Вагиф Рауф оглы, 1917 about – 1944-05 month',
  },
  { cells: ['Ломо\u0301в Лев', "'05.06.1921", '??.??.1943'], page: 'Ломов Лев, 1921-06-05 – 1943 year' },
  {
    cells: ['Мухин Илья', 1930, 1990, 'Работал в колхозе "Заря"'],
    page: 'Мухин Илья, 1930 year – 1990 year. Работал в колхозе "Заря"',
  },
  {
    cells: ['Носова Вера', day('1950-01-09'), day('1950-01-09')],
    page: 'Носова Вера, 1950 year – 1950 year. Дата рождения и смерти: 9 января 1950 года.',
  },
  {
    cells: ['Орлов Глеб', day('1920-05-05', 'mm.yyyy'), { formula: 'DATE(1943;5;1)', value: '01.05.1943' }],
    page: 'Орлов Глеб, 1920-05 month – 1943-05-01',
  },
  {
    cells: [{ formula: 'CONCATENATE(A1;B1)', value: 'Панин Егор' }, '12/25/1915', null],
    page: 'Панин Егор, 1915-12-25 – unknown',
  },
]

/** `shown` is the name that the screen shows of those who need a correction, `corrected` what is typed there. */
const FAULTY: (Listed & { shown: string; corrected: Record<string, string> })[] = [
  {
    cells: ['Родин Пётр Ильич', '05.05.20', 1944],
    page: 'Родин Пётр Ильич, 1920-05-05 – 1944 year',
    shown: 'Родин Пётр Ильич',
    corrected: { 'Дата рождения': '05.05.1920' },
  },
  {
    cells: ['Савин Яков', 1908, 33389],
    page: 'Савин Яков, 1908 year – 1991-05-31',
    shown: 'Савин Яков',
    corrected: { 'Дата смерти': '31.05.1991' },
  },
  {
    cells: ['Пелагея', 'ок. 1880', null],
    page: 'Савина Пелагея, 1880 about – unknown',
    shown: 'Пелагея',
    corrected: { Фамилия: 'Савина', Имя: 'Пелагея' },
  },
]
const LISTED = 40
const USUAL = Array.from({ length: LISTED - TROUBLED.length - FAULTY.length }, (_, nth): Listed => {
  const name = `Устинов ${nameOf(nth)}`
  return { cells: [name, day(`19${10 + nth}-03-02`), 1985], page: `${name}, 19${10 + nth}-03-02 – 1985 year` }
})

/** A book with a sheet about itself, titles, rows of nothing, and headings on each printed page. */
function list(): Promise<Buffer> {
  const headings: Cell[] = ['№ п/п', 'Ф.И.О.', 'Год рождения', 'Дата гибели', 'Звание', 'Примечание']
  const people = [...TROUBLED, ...FAULTY, ...USUAL].map(({ cells: [name, born, died, note = null] }, nth): Cell[] => [
    ...[nth + 1, name, born, died, 'рядовой', note],
  ])
  const rows: Cell[][] = [
    ['Список жителей д. Белое, погибших и умерших'],
    ['собрала Н. П. Сопова, 1995 г.'],
    [],
    headings,
    ...people.slice(0, 20),
    [null, '', ' ', null, '\u00a0'],
    headings,
    ...people.slice(20),
    ...Array.from({ length: 30 }, (): Cell[] => [null, ' ', '']),
  ]
  return xlsx(rows, { before: [{ name: 'О списке', rows: [['Собрано по рассказам']] }] })
}

function told({ lastname, name, surname, maiden_name, biography, ...dates }: Memorial): string {
  const date = (text: string | null, precision: string) => {
    if (precision === 'unknown' || !text) return 'unknown'
    if (precision === 'day') return text
    return `${text.slice(0, precision === 'month' ? 7 : 4)} ${precision}`
  }
  const names = [lastname, maiden_name && `(${maiden_name})`, name, surname].filter(Boolean).join(' ')
  const life = `${date(dates.birth_date, dates.birth_precision)} – ${date(dates.death_date, dates.death_precision)}`
  return [`${names}, ${life}`, biography].filter(Boolean).join('. ')
}

let folder: string
let dataDir: string
let server: ServerProcess
let browser: Browser
let account: RemoteAccount
let page: Page
let complaints: Complaints

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-imported-'))
  dataDir = path.join(folder, 'data')
  copyEmptyDatabase(dataDir)
  server = await startServerProcess({ DATA_DIR: dataDir, NEW_ACCOUNT_MEMORIALS: '1000' })
  await writeFile(path.join(folder, 'древо.ged'), tree())
  await writeFile(path.join(folder, 'Список.xlsx'), await list())
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

async function openImport(email: string, viewport: typeof PHONE): Promise<void> {
  account = await openAccount(server, dataDir, email)
  ;({ page, complaints } = await openVisit(browser, server.url, { viewport }))
  const token: [string, string] = [ACCOUNT_TOKEN_KEY, account.token]
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), token)
  await page.goto('/my-memorials/import')
}

async function createdPages(): Promise<Memorial[]> {
  return ((await (await account.fetch('/memorial/my_memorials')).json()) as { result: Memorial[] }).result
}

async function expectFit(): Promise<void> {
  expect(await axeFindings(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
}

const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('a tree of 400 in UTF-16, of whom nine have no surname', () => {
  beforeAll(() => openImport('doch@example.org', PHONE))

  it('is read whole, and tells who is left out', async () => {
    await page.locator('#import-file').setInputFiles(path.join(folder, 'древо.ged'))
    await button('Проверить файл').click()
    await button(`Создать ${PEOPLE - 9} страницу, 9 человек пропустить`).waitFor()
    await page.getByText('30 человек из древа не возьмём').waitFor()
    expect(await page.getByRole('button', { name: /^Исправить: / }).count()).toBe(9)
    await expectFit()
  })

  it('is corrected there and then', async () => {
    await button(`Исправить: ${nameOf(7)}`).click()
    await page.getByRole('textbox', { name: 'Фамилия', exact: true }).fill('Ёлкина')
    await expectFit()
    await button('Готово').click()
    await button('Проверить исправленное').click()
    await button(`Создать ${PEOPLE - 8} страницы, 8 человек пропустить`).click()
    await page.getByText(`Готово: ${PEOPLE - 8} страницы среди ваших мемориалов.`).waitFor()
  })

  it('becomes pages with the relations of those who remain', async () => {
    const all = await createdPages()
    expect(all).toHaveLength(PEOPLE - 8)
    const relationsOf = async (nth: number) => {
      const found = all.find(({ name }) => name === nameOf(nth))
      const answer = await account.fetch(`/memorial/${found?.id}/relations`)
      return ((await answer.json()) as Relations).result.map(({ kind, memorial }) => `${kind} ${memorial.name}`).sort()
    }
    // The sister of person 7, who was corrected, and the brother of person 51, whose sister has no surname.
    expect(await relationsOf(6)).toEqual([`parent ${nameOf(4)}`, `parent ${nameOf(5)}`, `sibling ${nameOf(7)}`].sort())
    expect(await relationsOf(51)).toEqual([`parent ${nameOf(48)}`, `parent ${nameOf(49)}`].sort())
    expect(complaints).toEqual({ scripts: [], foreign: [] })
  })
})

describe('an Excel list of 40, as villages make them', () => {
  beforeAll(() => openImport('vnuk@example.org', DESKTOP))

  it('is read with its titles, dates and notes; three people need a correction', async () => {
    await page.locator('#import-file').setInputFiles(path.join(folder, 'Список.xlsx'))
    await button('Проверить файл').click()
    await button(`Создать ${LISTED - 3} страниц, 3 строки пропустить`).waitFor()
    await page.getByText('Столбец «Звание» мы оставим в стороне').waitFor()
    expect(await page.getByRole('button', { name: /^Исправить: / }).count()).toBe(3)
    await expectFit()
  })

  it('is corrected on the screen', async () => {
    for (const { shown, corrected } of FAULTY) {
      await button(`Исправить: ${shown}`).click()
      for (const [label, text] of Object.entries(corrected))
        await page.getByRole('textbox', { name: label, exact: true }).fill(text)
      await expectFit()
      await button('Готово').click()
    }
    await button('Проверить исправленное').click()
    await button(`Создать ${LISTED} страниц`).click()
    await page.getByText(`Готово: ${LISTED} страниц среди ваших мемориалов.`).waitFor()
  })

  it('becomes the pages it tells of', async () => {
    const expected = [...TROUBLED, ...FAULTY, ...USUAL].map((listed) => listed.page)
    expect((await createdPages()).map(told).sort()).toEqual(expected.sort())
    expect(complaints).toEqual({ scripts: [], foreign: [] })
  })
})
