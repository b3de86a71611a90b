import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { Revision } from '@contract/history'
import type { Proposal } from '@contract/proposals'
import { HistorySection, ProposalsSection } from '@client/features/memorial/edit/MemorialSettings'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { openEditPart, openSection } from '@support/section'
import { disconnect, hold, refuse, requestsTo, serve, server, serveMemorial, serveMyMemorials } from '@support/server'
import { keepEverythingInView } from '@support/intersection-observer'
import { open, press, REFUSAL, show, UPDATE } from './shared-memorial'

const HISTORY = 'memorial/7/history'
const TIMEOUT_MS = 180_000

let ids = 0
beforeEach(() => {
  ids = 0
  keepEverythingInView()
})

function aRevision(differences: Partial<Revision> = {}): Revision {
  return {
    ...{ id: ++ids, at: '2026-11-29T12:30:00.000Z', who: 'Дядя Коля', accepted_by: null, what: 'biography' },
    ...{ before: 'Родился в Вязёмах весной.', after: 'Родился в Больших Вязёмах весной.', restored_from: null },
    ...differences,
  }
}

async function openHistory(...revisions: Revision[]) {
  serveMemorial(aMemorial({ id: 7, user_id: 1 }))
  serve('get', HISTORY, { result: revisions, total: revisions.length })
  openSection(7, ({ id }) => <HistorySection memorialId={id} />, { as: aUser({ id: 1 }) })
  await openEditPart('История')
}

const days = () => screen.getAllByRole('region').slice(1)
const textOf = (element: HTMLElement) => element.textContent.replaceAll('\u00a0', ' ')
const restoreButton = (label: string) =>
  screen.findByRole('button', { name: new RegExp(`^Вернуть как было: ${label}`) })

it('is asked for at a press, and says of each change what, when, by whom and how it was', async () => {
  await openHistory(
    aRevision(),
    aRevision({
      ...{ what: 'birth_date', who: 'Аня', restored_from: 1 },
      ...{ before: { date: '1921-05-09', precision: 'day' }, after: { date: null, precision: 'unknown' } },
    }),
    aRevision({ what: 'photo.5.people', before: null, after: 'Пётр и Аня', at: '2026-11-28T12:30:00.000Z' }),
  )
  expect(await screen.findByText('Зачёркнуто — как было, подчёркнуто — как стало.')).toBeVisible()
  expect(days().map((day) => within(day).getByRole('heading').textContent)).toEqual([
    '29 ноября 2026',
    '28 ноября 2026',
  ])
  const changes = await screen.findAllByRole('listitem')
  await waitFor(() => expect(changes[0]).toHaveTextContent('Больших'))
  expect(changes.map(textOf)).toEqual([
    expect.stringMatching(/^БиографияВернуть как было\d\d:30 · Дядя КоляРодился в Больших Вязёмах весной\.$/),
    expect.stringMatching(
      /^Дата рожденияВернуть как было\d\d:30 · Аня · вернули, как былоБыло: 9 мая 1921 Стало: дата неизвестна/,
    ),
    expect.stringMatching(/^Кто на снимкеВернуть как было\d\d:30 · Дядя КоляСтало: Пётр и Аня/),
  ])
  expect(within(changes[0] as HTMLElement).getByText('Больших').tagName).toBe('INS')
  expect(within(changes[1] as HTMLElement).getByText(/9 мая 1921/).tagName).toBe('DEL')
})

it('parts a word from the one in its place, also at the end of a sentence', async () => {
  await openHistory(aRevision({ before: 'Она пела, и смеялась', after: 'Она плясала, и плакала' }))
  const [change] = await screen.findAllByRole('listitem')
  await waitFor(() => expect(change).toHaveTextContent(/Она пела плясала, и смеялась плакала$/))
})

it('shows of a long text what is around a change', async () => {
  const long = 'Слово за словом. '.repeat(200)
  await openHistory(aRevision({ before: `${long}Конец.`, after: `${long}Начало.` }))
  const [change] = await screen.findAllByRole('listitem')
  await waitFor(() => expect(change).toHaveTextContent('Начало'))
  expect(textOf(change as HTMLElement).length).toBeLessThan(300)
})

it('restores one change at a press, and says why not', async () => {
  await openHistory(aRevision({ id: 31 }))
  serve('post', `${HISTORY}/31/restore`, aMemorial({ id: 7 }))
  fireEvent.click(await restoreButton('Биография'))
  expect(await screen.findByText('Вернули, как было')).toBeVisible()
  await waitFor(() => expect(requestsTo('get', HISTORY)).toHaveLength(2))

  const sentence = 'Сейчас здесь и так написано то же самое.'
  refuse('post', `${HISTORY}/31/restore`, 409, sentence)
  fireEvent.click(await restoreButton('Биография'))
  expect(await screen.findByText(sentence)).toBeVisible()

  refuse('post', `${HISTORY}/31/restore`, 404, 'Not Found')
  fireEvent.click(await restoreButton('Биография'))
  expect(await screen.findByText('Вернуть не получилось: этого на странице больше нет.')).toBeVisible()

  refuse('post', `${HISTORY}/31/restore`, 500)
  fireEvent.click(await restoreButton('Биография'))
  expect(await screen.findByText('Вернуть не получилось. Пожалуйста, попробуйте ещё раз.')).toBeVisible()

  disconnect('post', `${HISTORY}/31/restore`)
  fireEvent.click(await restoreButton('Биография'))
  expect(await screen.findByText(/^Ответа не было: связи нет/)).toBeVisible()
})

it('restores a day after a question, and names what stays', async () => {
  await openHistory(aRevision())
  const button = await screen.findByRole('button', { name: 'Вернуть весь день: 29 ноября 2026' })
  const confirm = async () => {
    fireEvent.click(button)
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('Вернуть всё, как было до 29 ноября?')).toBeVisible()
    fireEvent.click(dialog.getByRole('button', { name: 'Вернуть весь день' }))
  }
  serve('post', `${HISTORY}/restore-day`, { restored: 2, refused: [] })
  await confirm()
  expect(await screen.findByText('Вернули, как было до этого дня')).toBeVisible()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const [asked] = requestsTo('post', `${HISTORY}/restore-day`)
  expect(await asked?.json()).toEqual({ day: '2026-11-29', time_zone: timeZone })

  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  serve('post', `${HISTORY}/restore-day`, { restored: 1, refused: ['death_date', 'photo.5.description'] })
  await confirm()
  const left = 'Вернули не всё. Осталось как есть: Дата смерти, Фотография: подпись.'
  expect(await screen.findByText(left)).toBeVisible()
})

it('says that nothing was changed yet', async () => {
  await openHistory()
  await screen.findByText(/^Здесь пока пусто/)
})

it('shows more at a press, from where the last part ended', async () => {
  serveMemorial(aMemorial({ id: 7, user_id: 1 }))
  const all = [aRevision(), aRevision({ before: 'Раз', after: 'Два' }), aRevision({ what: 'name', after: 'Пётр' })]
  const offsets: string[] = []
  server.use(
    http.get(`*/api/v1/${HISTORY}`, ({ request }) => {
      const offset = new URL(request.url).searchParams.get('offset') ?? ''
      offsets.push(offset)
      // Long texts: the page ends before its limit.
      return HttpResponse.json({ result: all.slice(Number(offset), Number(offset) + 2), total: all.length })
    }),
  )
  openSection(7, ({ id }) => <HistorySection memorialId={id} />, { as: aUser({ id: 1 }) })
  await openEditPart('История')
  fireEvent.click(await screen.findByRole('button', { name: 'Показать ещё' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3))
  expect(offsets).toEqual(['0', '2'])
  expect(screen.queryByRole('button', { name: 'Показать ещё' })).not.toBeInTheDocument()
})

it('fails, waits and is read again', async () => {
  serveMemorial(aMemorial({ id: 7, user_id: 1 }))
  refuse('get', HISTORY, 500)
  openSection(7, ({ id }) => <HistorySection memorialId={id} />, { as: aUser({ id: 1 }) })
  await openEditPart('История')
  expect(await screen.findByText('Не удалось загрузить историю.')).toBeVisible()
  serve('get', HISTORY, { result: [aRevision()], total: 1 })
  const release = hold('get', HISTORY)
  fireEvent.click(screen.getByRole('button', { name: 'Повторить' }))
  expect(await screen.findByText('Загрузка...')).toBeVisible()
  release()
  expect(await screen.findByText('29 ноября 2026')).toBeVisible()
})

it(
  'tells who saves second whose change came first, and when',
  async () => {
    await open({ biography: 'Прежнее.' }, 'Изменить биографию')
    fireEvent.change(screen.getByLabelText('Биография', { selector: 'textarea' }), { target: { value: 'Моё.' } })
    show({ biography: 'Слова брата.' })
    const changed = { changed_by: 'Дядя Коля', changed_at: '2026-11-29T12:30:00.000Z' }
    serve('patch', UPDATE, { detail: REFUSAL, ...changed }, 409)
    press('Сохранить')
    const [said] = await screen.findAllByText(/^Пока вы писали, это же изменили раньше вас: Дядя Коля, 29 ноября/)
    expect(said).toBeVisible()
  },
  TIMEOUT_MS,
)

describe('how the account is called', () => {
  async function openSettings(name: string | null, button: string) {
    serveMyMemorials([aMemorial({ id: 7, role: 'owner' })])
    openAt('/profile/settings#account', { as: aUser({ display_name: name }) })
    const section = within(await screen.findByRole('region', { name: 'Учётная запись' }))
    fireEvent.click(await section.findByRole('button', { name: button }))
    return section.findByLabelText('Как вас называть')
  }

  it(
    'is said in the cabinet, and taken back by an empty field',
    async () => {
      const field = await openSettings('Аня', 'Изменить имя')
      expect(field).toHaveValue('Аня')
      serve('patch', 'users/me', aUser({ display_name: null }))
      fireEvent.change(field, { target: { value: '' } })
      fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
      expect(await screen.findByText('Сохранено')).toBeVisible()
      expect(await requestsTo('patch', 'users/me')[0]?.json()).toEqual({ display_name: '' })
    },
    TIMEOUT_MS,
  )

  it(
    'is no address',
    async () => {
      const field = await openSettings(null, 'Назвать себя')
      fireEvent.change(field, { target: { value: 'pomnim.example' } })
      fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
      expect(await screen.findByText(/^Как вас называть: можно буквы/)).toBeVisible()
      expect(requestsTo('patch', 'users/me')).toEqual([])
    },
    TIMEOUT_MS,
  )
})

describe('what readers propose', () => {
  const PROPOSALS = 'memorial/7/proposals'
  const aProposal = (differences: Partial<Proposal> = {}): Proposal => ({
    ...{ id: 5, memorial_id: 7, memorial_name: 'Пётр Ёлкин', field: 'biography', author: 'Вера', photo: null },
    ...{ current: 'Родился в Вязёмах.', value: 'Родился в Больших Вязёмах.', note: 'У нас есть метрика.' },
    created_at: '2026-11-29T12:30:00.000Z',
    ...differences,
  })
  async function openProposals(...proposals: Proposal[]) {
    serveMemorial(aMemorial({ id: 7, user_id: 1 }))
    serve('get', PROPOSALS, { result: proposals, total: proposals.length })
    openSection(7, ({ id }) => <ProposalsSection memorialId={id} />, { as: aUser({ id: 1 }) })
    return within(await screen.findByRole('region', { name: 'Уточнения читателей' }))
  }

  it('is shown beside what stands there, and accepted at a press', async () => {
    const section = await openProposals(aProposal())
    await waitFor(() => expect(section.getByText('Больших').tagName).toBe('INS'))
    expect(section.getByText('У нас есть метрика.')).toBeVisible()
    serve('post', 'proposals/5/decide', aMemorial({ id: 7 }))
    serve('get', PROPOSALS, { result: [], total: 0 })
    fireEvent.click(section.getByRole('button', { name: 'Принять: Биография, Вера' }))
    expect(await screen.findByText('Принято: на странице уже новые слова')).toBeVisible()
    const expected = 'Родился в Вязёмах.'
    expect(await requestsTo('post', 'proposals/5/decide')[0]?.json()).toEqual({
      decision: 'accepted',
      expected,
      note: '',
    })
    await waitFor(() => expect(screen.queryByText('Уточнения читателей')).not.toBeInTheDocument())
  })

  it('is left as it is after a question, and a note is only read', async () => {
    const section = await openProposals(aProposal(), aProposal({ id: 6, value: null, field: 'name', author: 'Коля' }))
    expect(await section.findByRole('button', { name: 'Прочитано: Имя, Коля' })).toBeVisible()
    serve('post', 'proposals/5/decide', null, 204)
    fireEvent.click(section.getByRole('button', { name: 'Оставить как есть: Биография, Вера' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'Оставить как есть' }))
    expect(await screen.findByText('На странице всё осталось как было')).toBeVisible()
    expect(await requestsTo('post', 'proposals/5/decide')[0]?.json()).toEqual({ decision: 'rejected', note: '' })
  })
})
