import { screen, within } from '@testing-library/react'
import type { ImportTrial } from '@contract/import'
import { aUser } from '@support/factories'
import { openAt } from '@support/render'
import { requestsTo, serve, serveMyMemorials } from '@support/server'

const TIMEOUT_MS = 180_000
const IMPORT = 'memorial/import'
/** What a trial answers of so many closed pages, for whom there is room. */
const aTrial = (rows: number, fields: Partial<ImportTrial> = {}): ImportTrial => ({
  ...{ rows, ready: rows, problems: [], warnings: [], to_correct: [], presumed: 0, public_pages: 0, places_left: 1000 },
  ...fields,
})
/** The group around it has the same name. */
const INPUT = { selector: 'input' }

async function open() {
  serveMyMemorials([])
  const page = openAt('/my-memorials/import', { as: aUser() })
  const choose = async (name: string) =>
    page.user.upload(await screen.findByLabelText('Файл', INPUT), new File(['0 HEAD'], name))
  const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }))
  return { ...page, choose, press }
}

it(
  'corrects people of a tree without its file, and passes over those who stay',
  async () => {
    const problem = { row: 7, field: 'lastname', msg: 'Поле «Фамилия» обязательно для заполнения' }
    const doubtful = { row: 9, field: 'death_date', msg: 'Дата смерти не может быть в будущем' }
    const pelageya = { row: 7, texts: { lastname: '', name: 'Пелагея' } }
    const ivan = { row: 9, texts: { lastname: 'Ёлкин', name: 'Иван', death_date: '2090' } }
    serve('post', IMPORT, aTrial(3, { ready: 1, problems: [problem, doubtful], to_correct: [pelageya, ivan] }))
    const { user, choose, press } = await open()
    await choose('дерево.ged')
    await press('Проверить файл')
    expect(await screen.findByRole('button', { name: 'Создать 1 страницу, 2 человека пропустить' })).toBeVisible()
    expect(screen.getByText('Человек 7: Пелагея')).toBeVisible()

    await press('Исправить: Пелагея')
    await user.type(await screen.findByLabelText('Фамилия'), 'Ёлкина')
    await press('Готово')
    expect(screen.getByText('Исправлено. Проверим вместе с остальными.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Создать/ })).not.toBeInTheDocument()

    serve('post', IMPORT, aTrial(3, { ready: 2, problems: [doubtful], to_correct: [ivan] }))
    await press('Проверить исправленное')
    serve('post', IMPORT, { created: 2 }, 201)
    await press('Создать 2 страницы, 1 человека пропустить')
    expect(await screen.findByText('Готово: 2 страницы среди ваших мемориалов.')).toBeVisible()
    for (const request of requestsTo('post', IMPORT).slice(1)) {
      const sent = (await request.formData()).get('corrections') as string
      expect(JSON.parse(sent)).toEqual([{ row: 7, texts: { lastname: 'Ёлкина' } }])
    }
  },
  TIMEOUT_MS,
)

it(
  'asks whether people born over 110 years ago are taken',
  async () => {
    serve('post', IMPORT, aTrial(5, { presumed: 2 }))
    const { user, choose, press } = await open()
    await choose('дерево.ged')
    await press('Проверить файл')
    expect(await screen.findByRole('button', { name: 'Создать 5 страниц' })).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: /110.*2.человека/ }))
    serve('post', IMPORT, { created: 3 }, 201)
    await press('Создать 3 страницы')
    await screen.findByText('Готово: 3 страницы среди ваших мемориалов.')
    expect(new URL(requestsTo('post', IMPORT)[1]?.url ?? '').searchParams.get('presumed')).toBe('false')
  },
  TIMEOUT_MS,
)

it(
  'quotes what was not understood and tells who is left out',
  async () => {
    const warnings = [
      { row: 1, field: 'file', msg: '571 человек из древа не возьмём.' },
      { row: 4, field: 'birth_date', msg: 'Ёлкина Анна: дату «Пасха 1920» понять не удалось.' },
    ]
    serve('post', IMPORT, aTrial(5, { warnings }))
    const { choose, press } = await open()
    await choose('дерево.gdz')
    await press('Проверить файл')
    expect(await screen.findByRole('heading', { name: 'На что обратить внимание' })).toBeVisible()
    const told = within(screen.getByRole('main'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent.replace(/\s/g, ' '))
    expect(told).toEqual([
      'Файл571 человек из древа не возьмём.',
      'Человек 4, Дата рожденияЁлкина Анна: дату «Пасха 1920» понять не удалось.',
    ])
    expect(screen.queryByText(/названы в файле дважды/)).not.toBeInTheDocument()
  },
  TIMEOUT_MS,
)

it(
  'shows how far the check of a large file has come',
  async () => {
    serve('post', IMPORT, { id: 'a-b' }, 202)
    serve('get', `${IMPORT}/a-b`, { state: 'reading', done: 30_000, of: 60_000 })
    const { choose, press } = await open()
    await choose('дерево.ged')
    await press('Проверить файл')
    expect(await screen.findByText('Проверяем файл… 50 %', {}, { timeout: 10_000 })).toBeVisible()
    serve('get', `${IMPORT}/a-b`, { state: 'done', done: 60_000, of: 60_000, trial: aTrial(300) })
    expect(await screen.findByRole('button', { name: 'Создать 300 страниц' }, { timeout: 10_000 })).toBeVisible()
  },
  TIMEOUT_MS,
)
