import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { PendingReport } from '@contract/reports'
import { aUser } from '@support/factories'
import { openAt } from '@support/render'
import { disconnect, hold, refuse, requestsTo, serve, serveMyMemorials } from '@support/server'

const TIMEOUT_MS = 20_000
const SLOW = { timeout: 10_000 }
const MODERATOR = aUser({ is_moderator: true })
const DECIDE = 'reports/5/decide'
const ALREADY = 'По этому сообщению решение уже принято.'

function aReport(differences: Partial<PendingReport> = {}): PendingReport {
  return {
    id: 5,
    memorial_id: 7,
    memorial_name: 'Соколова Анна Петровна',
    reason: 'private',
    text: 'Там наш адрес.',
    email: 'oleg@example.ru',
    created_at: '2030-05-09T12:00:00.000Z',
    ...differences,
  }
}

const ANNA = aReport()
const PETR = aReport({
  ...{ id: 6, memorial_id: 8, memorial_name: 'Орлов Пётр', reason: 'other', email: null, text: 'Это не он.' },
  created_at: '2030-05-10T12:00:00.000Z',
})

const serveReports = (result: PendingReport[]) => serve('get', 'reports/pending', { result })

function openCabinet(reports?: PendingReport[]) {
  serveMyMemorials([])
  if (reports) serveReports(reports)
  return openAt('/profile', { as: MODERATOR })
}

const desk = async () => within(await screen.findByRole('region', { name: 'Сообщения о страницах' }, SLOW))
const button = async (name: string) => (await desk()).findByRole('button', { name })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

async function close({ user }: ReturnType<typeof openAt>, reason: string): Promise<void> {
  await user.click(await button('Закрыть страницу: Соколова Анна Петровна'))
  const asked = await dialog('Закрыть страницу?')
  fireEvent.change(asked.getByRole('textbox', { name: 'Причина' }), { target: { value: reason } })
  await user.click(asked.getByRole('button', { name: 'Закрыть страницу' }))
}

it(
  'shows moderators what was reported, in which words, and where',
  async () => {
    openCabinet([ANNA, PETR])
    const cards = await (await desk()).findAllByRole('article')
    expect(cards.map(({ textContent }) => textContent)).toEqual([
      'Здесь то, что не должны видеть все: адрес, телефон, болезньoleg@example.ru · 9 мая 2030Страница: Соколова Анна ПетровнаТам наш адрес.Оставить страницуЗакрыть страницу',
      'Другое10 мая 2030Страница: Орлов ПётрЭто не он.Оставить страницуЗакрыть страницу',
    ])
    expect((await desk()).getByRole('link', { name: 'Орлов Пётр' })).toHaveAttribute('href', '/memorials/8')
  },
  TIMEOUT_MS,
)

it(
  'is for moderators alone: nobody else asks for it',
  async () => {
    serveMyMemorials([])
    openAt('/profile', { as: aUser({ is_moderator: false }) })
    expect(await screen.findByRole('region', { name: 'Воспоминания на проверке' }, SLOW)).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Сообщения о страницах' })).not.toBeInTheDocument()
    expect(requestsTo('get', 'reports/pending')).toEqual([])
  },
  TIMEOUT_MS,
)

it(
  'loads, says when nothing waits, and when it could not be had',
  async () => {
    disconnect('get', 'reports/pending')
    const release = hold('get', 'reports/pending')
    const { user } = openCabinet()
    await waitFor(async () =>
      expect(
        (await screen.findByRole('region', { name: 'Сообщения о страницах' })).querySelector('[aria-busy="true"]'),
      ).not.toBeNull(),
    )
    release()
    expect(await (await desk()).findByText('Не удалось загрузить сообщения о страницах.')).toBeVisible()
    serveReports([])
    await user.click(await button('Повторить'))
    expect(await (await desk()).findByText('Новых сообщений нет.')).toBeVisible()
  },
  TIMEOUT_MS,
)

it(
  'leaves a page at one press where nobody waits for an answer',
  async () => {
    const { user } = openCabinet([PETR])
    serve('post', 'reports/6/decide', { id: 6, status: 'dismissed' })
    const leave = await button('Оставить страницу: Орлов Пётр')
    serveReports([])
    await user.click(leave)
    expect(await screen.findByText('Страница осталась как есть')).toBeVisible()
    expect(await requestsTo('post', 'reports/6/decide')[0]?.json()).toEqual({ decision: 'dismiss', text: '' })
    expect(await (await desk()).findByText('Новых сообщений нет.')).toBeVisible()
  },
  TIMEOUT_MS,
)

it(
  'leaves a page with an answer to whoever wished one, or with none',
  async () => {
    const { user } = openCabinet([ANNA])
    serve('post', DECIDE, { id: 5, status: 'dismissed' })
    await user.click(await button('Оставить страницу: Соколова Анна Петровна'))
    const asked = await dialog('Оставить страницу?')
    expect(requestsTo('post', DECIDE)).toEqual([])
    expect(asked.getByRole('textbox', { name: 'Ответ' })).toHaveFocus()
    fireEvent.change(asked.getByRole('textbox', { name: 'Ответ' }), { target: { value: 'Адрес убрали.' } })
    serveReports([])
    await user.click(asked.getByRole('button', { name: 'Оставить страницу' }))
    expect(await screen.findByText('Страница осталась как есть')).toBeVisible()
    expect(await requestsTo('post', DECIDE)[0]?.json()).toEqual({ decision: 'dismiss', text: 'Адрес убрали.' })
  },
  TIMEOUT_MS,
)

it(
  'closes a page only with a reason, and the card stays to open it again',
  async () => {
    const page = openCabinet([ANNA, PETR])
    serve('post', DECIDE, { id: 5, status: 'closed' })
    serve('post', 'reports/5/reopen', { id: 5, status: 'reopened' })
    await close(page, ' ')
    expect(await screen.findByText('Поле «Причина» обязательно для заполнения')).toBeVisible()
    expect(requestsTo('post', DECIDE)).toEqual([])

    serveReports([PETR])
    const asked = await dialog('Закрыть страницу?')
    fireEvent.change(asked.getByRole('textbox', { name: 'Причина' }), { target: { value: 'Чужой адрес' } })
    await page.user.click(asked.getByRole('button', { name: 'Закрыть страницу' }))
    const closed = await (await desk()).findByText('Страница закрыта')
    expect(closed).toHaveFocus()
    expect(await requestsTo('post', DECIDE)[0]?.json()).toEqual({ decision: 'close', text: 'Чужой адрес' })
    await waitFor(() => expect(requestsTo('get', 'reports/pending')).toHaveLength(2))
    expect((await (await desk()).findAllByRole('article')).map((card) => card.textContent)).toEqual([
      expect.stringContaining('Соколова') as string,
      expect.stringContaining('Орлов') as string,
    ])

    await page.user.click(await button('Открыть снова: Соколова Анна Петровна'))
    expect(await (await desk()).findByText('Страница снова открыта')).toBeVisible()
    expect(screen.queryByText('Страница закрыта')).not.toBeInTheDocument()
  },
  TIMEOUT_MS,
)

it(
  'tells when somebody else has decided meanwhile, and takes the card away',
  async () => {
    const page = openCabinet([ANNA])
    refuse('post', DECIDE, 409, ALREADY)
    await button('Закрыть страницу: Соколова Анна Петровна')
    serveReports([])
    await close(page, 'Чужой адрес')
    expect((await screen.findAllByText(ALREADY))[0]).toBeVisible()
    expect(await (await desk()).findByText('Новых сообщений нет.')).toBeVisible()
  },
  TIMEOUT_MS,
)

it(
  'tells when a page could not be closed or opened, and offers it again',
  async () => {
    const page = openCabinet([ANNA])
    refuse('post', DECIDE, 500)
    await close(page, 'Чужой адрес')
    const asked = await dialog('Закрыть страницу?')
    expect(await asked.findByText('Не удалось сохранить решение. Пожалуйста, попробуйте ещё раз.')).toBeVisible()
    expect(asked.getByRole('textbox', { name: 'Причина' })).toHaveValue('Чужой адрес')

    serve('post', DECIDE, { id: 5, status: 'closed' })
    await page.user.click(asked.getByRole('button', { name: 'Закрыть страницу' }))
    const text = 'Страница уже открыта, или её закрыли не по этому сообщению.'
    refuse('post', 'reports/5/reopen', 409, text)
    await page.user.click(await button('Открыть снова: Соколова Анна Петровна'))
    expect(await screen.findByText(text)).toBeVisible()
  },
  TIMEOUT_MS,
)
