import { screen, within } from '@testing-library/react'
import { IMPORT_TABLE_MAX_BYTES, IMPORT_TABLE_TOO_LARGE, type ImportTrial } from '@contract/import'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { disconnect, hold, refuse, requestsTo, serve, serveMyMemorials } from '@support/server'

const TIMEOUT_MS = 180_000
const IMPORT = 'memorial/import'
/** What a trial answers of so many closed pages, for whom there is room. */
const aTrial = (rows: number, fields: Partial<ImportTrial> = {}): ImportTrial => ({
  ...{ rows, ready: rows, problems: [], warnings: [], to_correct: [], presumed: 0, public_pages: 0, places_left: 1000 },
  ...fields,
})
const READY = aTrial(300)
const WRONG = aTrial(300, {
  ready: 297,
  problems: [
    { row: 5, field: 'name', msg: 'Поле «Имя» обязательно для заполнения' },
    { row: 12, field: 'birth_date', msg: 'Некорректная дата рождения.' },
    { row: 77, field: 'photo', msg: 'В архиве нет файла «нет.jpg».' },
  ],
})

/** The group around it has the same name. */
const INPUT = { selector: 'input' }
const chooser = (label: string) => screen.findByLabelText(label, INPUT)

async function open() {
  serveMyMemorials([])
  const page = openAt('/my-memorials/import', { as: aUser() })
  const choose = async (name: string, label = 'Файл') =>
    page.user.upload(await chooser(label), new File(['Фамилия;Имя'], name))
  const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }))
  return { ...page, choose, press }
}

it(
  'is reached from the list of memorials, and makes the pages that a trial found ready',
  async () => {
    serveMyMemorials([])
    const { user, address } = openAt('/my-memorials', { as: aUser() })
    await user.click(await screen.findByRole('link', { name: 'Перенести из файла' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Перенести из файла' })).toBeVisible()
    serve('post', IMPORT, READY)

    await user.upload(await chooser('Файл'), new File(['Фамилия;Имя'], 'люди.csv'))
    await user.click(await screen.findByRole('button', { name: 'Проверить файл' }))

    expect(await screen.findByText('Ошибок нет. Готово к созданию: 300 из 300 строк.')).toBeVisible()
    const [trial] = requestsTo('post', IMPORT)
    expect(new URL(trial?.url ?? '').searchParams.get('dry_run')).toBe('true')

    serve('post', IMPORT, { created: 300 }, 201)
    serveMyMemorials([aMemorial({ lastname: 'Ёлкина' })])
    await user.click(screen.getByRole('button', { name: 'Создать 300 страниц' }))

    expect(await screen.findByText('Готово: 300 страниц среди ваших мемориалов.')).toBeVisible()
    expect(new URL(requestsTo('post', IMPORT)[1]?.url ?? '').search).toBe('')
    await user.click(screen.getByRole('link', { name: 'Мои мемориалы' }))
    expect(address()).toBe('/my-memorials')
    expect(await screen.findByText(/Ёлкина/)).toBeVisible()
  },
  TIMEOUT_MS,
)

it(
  'names the row and the column of each fault, and offers to make the others without those rows',
  async () => {
    serve('post', IMPORT, WRONG)
    const { choose, press } = await open()
    await choose('люди.csv')
    await press('Проверить файл')

    expect(await screen.findByText(/Готово к созданию: 297 из 300 строк\./)).toBeVisible()
    const faults = within(screen.getByRole('main'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent.replace(/\s/g, ' '))
    expect(faults).toEqual([
      'Строка 5, ИмяПоле «Имя» обязательно для заполнения',
      'Строка 12, Дата рожденияНекорректная дата рождения.',
      'Строка 77, ФотоВ архиве нет файла «нет.jpg».',
    ])
    serve('post', IMPORT, { created: 297 }, 201)
    await press('Создать 297 страниц, 3 строки пропустить')
    expect(await screen.findByText('Готово: 297 страниц среди ваших мемориалов.')).toBeVisible()
    expect(new URL(requestsTo('post', IMPORT)[1]?.url ?? '').searchParams.get('skip')).toBe('true')

    serve('post', IMPORT, READY)
    await choose('люди.csv')
    expect(screen.queryByText(/Строка 5/)).not.toBeInTheDocument()
    await press('Проверить файл')
    expect(await screen.findByRole('button', { name: 'Создать 300 страниц' })).toBeVisible()
    expect(screen.queryByText(/Строка 5/)).not.toBeInTheDocument()
  },
  TIMEOUT_MS,
)

it(
  'shows what only the creation finds out, as a photograph that is none',
  async () => {
    serve('post', IMPORT, aTrial(1))
    const { choose, press } = await open()
    await choose('люди.csv')
    await choose('фото.zip', 'Фотографии, если они есть')
    await press('Проверить файл')
    refuse('post', IMPORT, 422, [{ row: 2, field: 'photo', msg: 'Файл «a.jpg» — не фотография.' }])
    await press('Создать 1 страницу')

    expect(await screen.findByText('Файл «a.jpg» — не фотография.')).toBeVisible()
    expect(screen.getByText('Строка 2, Фото')).toBeVisible()
    expect(screen.getByText(/Готово к созданию: 0 из 1 строки\./)).toBeVisible()
  },
  TIMEOUT_MS,
)

it.each([
  ['дерево.ged', aTrial(0), /мы берём тех, о ком в нём сказано, что они умерли/],
  ['люди.csv', aTrial(0), /нет ни одной строки/],
  ['люди.csv', aTrial(0, { problems: [{ row: 1, field: 'file', msg: 'Файл пуст.' }] }), /Файл пуст/],
  [
    'архив.zip',
    aTrial(2, { ready: 1, problems: [{ row: 2, field: 'photos.3', msg: 'Ёлкина: нет файла.' }] }),
    /Страница 2, Фотографии \(3\)/,
  ],
])(
  'says of %s what it is about',
  async (name, trial, text) => {
    serve('post', IMPORT, trial)
    const { choose, press } = await open()
    await choose(name)
    expect(screen.queryAllByLabelText('Фотографии, если они есть', INPUT)).toHaveLength(name.endsWith('.csv') ? 1 : 0)
    await press('Проверить файл')
    expect(await screen.findByText(text)).toBeVisible()
  },
  TIMEOUT_MS,
)

it(
  'says that there is no place for all pages before they are sent, and where places are had',
  async () => {
    serve('post', IMPORT, aTrial(300, { places_left: 5 }))
    const { choose, press } = await open()
    await choose('люди.csv')
    await press('Проверить файл')

    expect(await screen.findByText('В файле 300 страниц, а свободных мест на вашей учётной записи: 5.')).toBeVisible()
    expect(within(screen.getByRole('alert')).getByRole('link', { name: 'Тарифы и цены' })).toHaveAttribute(
      'href',
      '/tariffs',
    )
    expect(screen.queryByRole('button', { name: /Создать/ })).not.toBeInTheDocument()
  },
  TIMEOUT_MS,
)

it(
  'tells the places that are needed and left though some rows have faults',
  async () => {
    const { choose, press } = await open()
    serve('post', IMPORT, WRONG)
    await choose('люди.csv')
    await press('Проверить файл')
    expect(await screen.findByText('Свободных мест нужно 300, у вас их 1000.')).toBeVisible()

    serve('post', IMPORT, { ...WRONG, places_left: 5 })
    await choose('люди.csv')
    await press('Проверить файл')
    expect(await screen.findByText('В файле 300 страниц, а свободных мест на вашей учётной записи: 5.')).toBeVisible()
    expect(screen.getByText(/Готово к созданию: 297 из 300 строк\./)).toBeVisible()
  },
  TIMEOUT_MS,
)

it.each([
  ['люди.csv', 0, [/^Закрытых страниц будет 3\. .+ PIN-код\. .*напишите «да» в столбце «Публичная»/]],
  ['люди.csv', 3, [/^Публичных страниц будет 3\. Публичную страницу увидят все/]],
  ['люди.csv', 1, [/^Публичных страниц будет 1\./, /^Закрытых страниц будет 2\./]],
  ['дерево.ged', 0, [/^Закрытых страниц будет 3\. .+ PIN-код\. Открыть её всем можно потом/]],
  ['архив.zip', 0, [/^Закрытых страниц будет 3\. .+ PIN-код\. Откройте её всем, когда посмотрите/]],
])(
  'says of the pages of %s, %i of which are public, who will see them',
  async (name, public_pages, lines) => {
    serve('post', IMPORT, aTrial(3, { public_pages }))
    const { choose, press } = await open()
    await choose(name)
    await press('Проверить файл')
    await screen.findByRole('button', { name: 'Создать 3 страницы' })
    const told = screen
      .getAllByText(/страниц будет/)
      .map(({ textContent }) => textContent.replace(/\u00a0/g, ' ').replace(/\u2060/g, ''))
    expect(told).toHaveLength(lines.length)
    for (const [nth, line] of lines.entries()) expect(told[nth]).toMatch(line)
  },
  TIMEOUT_MS,
)

it(
  'names the rows whose people seem to have a page already, and makes the pages all the same',
  async () => {
    const warnings = [{ row: 5, field: 'page', msg: 'Ёлкина Анна: похоже, такая страница у вас уже есть.' }]
    serve('post', IMPORT, aTrial(3, { warnings }))
    const { choose, press } = await open()
    await choose('люди.csv')
    await press('Проверить файл')
    expect(await screen.findByText(/уже есть среди ваших страниц или названы в файле дважды/)).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Возможные повторы' })).toBeInTheDocument()
    const [row, ...more] = within(screen.getByRole('main')).getAllByRole('listitem')
    expect(more).toEqual([])
    expect(row).toHaveTextContent('Строка 5Ёлкина Анна: похоже, такая страница у вас уже есть.')

    serve('post', IMPORT, { created: 3 }, 201)
    await press('Создать 3 страницы')
    expect(await screen.findByText('Готово: 3 страницы среди ваших мемориалов.')).toBeVisible()
  },
  TIMEOUT_MS,
)

it(
  'gives the reason of a refusal and the way to places',
  async () => {
    serve('post', IMPORT, aTrial(1))
    const { choose, press } = await open()
    await choose('архив.zip')
    await press('Проверить файл')
    refuse('post', IMPORT, 403, 'В архиве больше страниц, чем доступно вашей учётной записи.')
    await press('Создать 1 страницу')

    const alert = await screen.findByText('В архиве больше страниц, чем доступно вашей учётной записи.')
    expect(alert).toBeVisible()
    expect(screen.getByRole('link', { name: 'Тарифы и цены' })).toBeVisible()
  },
  TIMEOUT_MS,
)

it(
  'warns when the answer to a creation was lost, since the pages may be there',
  async () => {
    serve('post', IMPORT, aTrial(1))
    const { choose, press } = await open()
    await choose('архив.zip')
    await press('Проверить файл')
    disconnect('post', IMPORT)
    await press('Создать 1 страницу')
    expect(await screen.findByText(/посмотрите, не появились ли страницы/)).toBeVisible()

    serve('post', IMPORT, { created: 1 }, 201)
    await press('Повторить')
    expect(await screen.findByText('Готово: 1 страница среди ваших мемориалов.')).toBeVisible()
  },
  TIMEOUT_MS,
)

it(
  'shows that it works, and takes no other file meanwhile',
  async () => {
    serve('post', IMPORT, READY)
    const release = hold('post', IMPORT)
    const { choose, press } = await open()
    await choose('люди.csv')
    await press('Проверить файл')
    expect(await screen.findByText(/Проверяем файл…|Отправляем файл…/)).toBeVisible()
    await choose('другой.zip')
    expect(screen.queryByText(/другой\.zip/)).not.toBeInTheDocument()
    release()
    expect(await screen.findByRole('button', { name: 'Создать 300 страниц' })).toBeVisible()

    await choose('другой.zip')
    expect(await screen.findByRole('button', { name: 'Проверить файл' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /Создать/ })).not.toBeInTheDocument()
  },
  TIMEOUT_MS,
)

it(
  'gives a sample of the table with the headings that the server knows',
  async () => {
    const saved: Blob[] = []
    const createObjectURL = jest.fn((blob: Blob) => {
      saved.push(blob)
      return 'blob:sample'
    })
    Object.assign(URL, { createObjectURL, revokeObjectURL: jest.fn() })
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const { press } = await open()
    await press('Скачать образец таблицы')

    expect(click).toHaveBeenCalledTimes(1)
    const text = (await saved[0]?.text()) ?? ''
    expect(text).toContain('Фамилия;Имя;Отчество;Девичья фамилия;Дата рождения;Дата смерти;Биография;Публичная')
    expect(text.trim().split('\r\n')).toHaveLength(3)
  },
  TIMEOUT_MS,
)

describe('a file that is too large for one import', () => {
  it('is refused before it is sent, without a word of tariffs', async () => {
    const { user, press } = await open()
    const large = Object.defineProperty(new File(['0 HEAD'], 'древо.ged'), 'size', {
      value: IMPORT_TABLE_MAX_BYTES + 1,
    })
    await user.upload(await chooser('Файл'), large)
    await press('Проверить файл')

    expect(await screen.findByText(IMPORT_TABLE_TOO_LARGE)).toBeVisible()
    expect(requestsTo('post', IMPORT)).toEqual([])
    expect(within(await screen.findByRole('alert')).queryByRole('link')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Повторить' })).not.toBeInTheDocument()
  })

  it('is named as the reason when it came in a ZIP', async () => {
    const { choose, press } = await open()
    refuse('post', IMPORT, 413, IMPORT_TABLE_TOO_LARGE)
    await choose('древо.zip')
    await press('Проверить файл')

    expect(await screen.findByText(IMPORT_TABLE_TOO_LARGE)).toBeVisible()
    expect(within(await screen.findByRole('alert')).queryByRole('link')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Повторить' })).not.toBeInTheDocument()
  })
})
