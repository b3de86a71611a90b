import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { aUser, somePendingMemories } from '@support/factories'
import { PENDING, passUndoTime, press, stopClocks, strip, stripRows } from '@support/moderation'
import { openAt } from '@support/render'
import { ANNA, button, CLOSED, desk, dialog, openCabinet, PETR, serveClosed, serveReports } from '@support/reports-desk'
import { disconnect, hold, refuse, requestsTo, serve, serveMyMemorials } from '@support/server'

const TIMEOUT_MS = 180_000
const SLOW = { timeout: 30_000 }
const DECIDE = 'reports/5/decide'
const FAILED = 'Не удалось сохранить решение. Пожалуйста, попробуйте ещё раз.'

afterEach(() => {
  jest.useRealTimers()
})

const cards = async () => (await desk()).queryAllByRole('article').map(({ textContent }) => textContent)
const sentAbout = (id: number) =>
  Promise.all(requestsTo('post', `reports/${id}/decide`).map((request) => request.clone().json() as Promise<unknown>))

/** Fills in the dialog of a decision. */
async function write(title: string, field: string, words: string): Promise<void> {
  const asked = await dialog(title)
  fireEvent.change(asked.getByRole('textbox', { name: field }), { target: { value: words } })
  await act(async () => {
    fireEvent.click(asked.getByRole('button', { name: title.replace('?', '') }))
    await Promise.resolve()
  })
}

async function closeAnna(reason: string): Promise<void> {
  fireEvent.click(await button('Закрыть страницу: Соколова Анна Петровна'))
  await write('Закрыть страницу?', 'Причина', reason)
}

it(
  'shows moderators what was reported, in which words, and where',
  async () => {
    openCabinet([ANNA, PETR])
    await (await desk()).findAllByRole('article')
    expect(await cards()).toEqual([
      'Здесь то, что не должны видеть все: адрес, телефон, болезньoleg@example.ru · 9 мая 2030Страница: Соколова Анна ПетровнаТам наш адрес.Оставить страницуЗакрыть страницу',
      'Другое10 мая 2030Страница: Орлов ПётрЭто не он.Оставить страницуЗакрыть страницу',
    ])
    expect((await desk()).getByRole('link', { name: 'Орлов Пётр' })).toHaveAttribute('href', '/memorials/8')
    expect((await desk()).queryByText('Закрытые страницы')).not.toBeInTheDocument()
  },
  TIMEOUT_MS,
)

it(
  'is for moderators alone: nobody else asks for it',
  async () => {
    serveMyMemorials([])
    openAt('/profile/words', { as: aUser({ is_moderator: false }) })
    expect(await screen.findByRole('region', { name: 'Воспоминания на проверке' }, SLOW)).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Сообщения о страницах' })).not.toBeInTheDocument()
    expect([...requestsTo('get', 'reports/pending'), ...requestsTo('get', 'reports/closed')]).toEqual([])
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
    expect((await desk()).queryByText('С клавиатуры:')).not.toBeInTheDocument()
  },
  TIMEOUT_MS,
)

it(
  'leaves a page at one press where nobody waits for an answer, once that can no longer be undone',
  async () => {
    openCabinet([PETR])
    const leave = await button('Оставить страницу: Орлов Пётр')
    stopClocks()
    fireEvent.click(leave)
    expect(stripRows()).toEqual(['Страница остаётсяОрлов Пётр'])
    expect((await desk()).getByText('Новых сообщений нет.')).toBeVisible()
    expect((await desk()).getByRole('status')).toHaveTextContent('Страница остаётся. Ожидают решения: 0.')
    expect(await sentAbout(6)).toEqual([])
    serveReports([])
    await passUndoTime()
    expect(await sentAbout(6)).toEqual([{ decision: 'dismiss', text: '' }])
    await waitFor(() => expect(stripRows()).toEqual([]))
    await waitFor(() => expect(requestsTo('get', 'reports/pending')).toHaveLength(2))
  },
  TIMEOUT_MS,
)

it(
  'leaves a page with an answer to whoever wished one, or with none',
  async () => {
    openCabinet([ANNA])
    fireEvent.click(await button('Оставить страницу: Соколова Анна Петровна'))
    expect((await dialog('Оставить страницу?')).getByRole('textbox', { name: 'Ответ' })).toHaveFocus()
    expect((await dialog('Оставить страницу?')).getByText('Соколова Анна Петровна')).toBeVisible()
    stopClocks()
    await write('Оставить страницу?', 'Ответ', 'Адрес убрали.')
    await waitFor(() => expect(stripRows()).toEqual(['Страница остаётсяСоколова Анна Петровна']))
    await passUndoTime()
    expect(await sentAbout(5)).toEqual([{ decision: 'dismiss', text: 'Адрес убрали.' }])
  },
  TIMEOUT_MS,
)

it(
  'closes a page only with a reason, and lists it among the closed ones',
  async () => {
    openCabinet([ANNA, PETR])
    await closeAnna(' ')
    expect(await screen.findByText('Поле «Причина» обязательно для заполнения')).toBeVisible()
    expect(stripRows()).toEqual([])

    stopClocks()
    await write('Закрыть страницу?', 'Причина', 'Чужой адрес')
    await waitFor(() => expect(stripRows()).toEqual(['Страница сейчас закроетсяСоколова Анна Петровна']))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(await cards()).toEqual([expect.stringContaining('Орлов')])
    expect(document.activeElement).toHaveTextContent('Орлов')
    serveReports([PETR])
    serveClosed([CLOSED])
    await passUndoTime()
    expect(await sentAbout(5)).toEqual([{ decision: 'close', text: 'Чужой адрес' }])
    const closed = await (await desk()).findByRole('group', { name: 'Закрытые страницы' })
    expect(closed).toHaveTextContent(
      'Соколова Анна ПетровнаЗакрыта 1 июня 2030 · Здесь то, что не должны видеть все: адрес, телефон, болезньПричина: Чужой адрес',
    )
  },
  TIMEOUT_MS,
)

it(
  'has the keys of the words: arrows choose, A leaves the page, R closes it, Ctrl+Z takes back',
  async () => {
    openCabinet([ANNA, PETR])
    const first = await (await desk()).findByRole('article', { name: /Соколова/ })
    expect((await desk()).getByText('С клавиатуры:').parentElement).toHaveTextContent(
      'С клавиатуры:↑↓выбратьAФоставить страницуRКзакрыть страницуCtrlZотменить последнее',
    )
    act(() => first.focus())
    press('ArrowDown')
    expect(document.activeElement).toHaveTextContent('Орлов')
    press('KeyA')
    expect(stripRows()).toEqual(['Страница остаётсяОрлов Пётр'])
    expect(document.activeElement).toHaveTextContent('Соколова')
    press('KeyZ', { ctrlKey: true })
    expect(stripRows()).toEqual([])
    expect(document.activeElement).toHaveTextContent('Орлов')
    press('KeyK')
    press('KeyR')
    expect((await dialog('Закрыть страницу?')).getByRole('textbox', { name: 'Причина' })).toHaveFocus()
  },
  TIMEOUT_MS,
)

it(
  'does nothing when a key is pressed in the dialog about a report',
  async () => {
    openCabinet([ANNA, PETR])
    fireEvent.click(await button('Закрыть страницу: Соколова Анна Петровна'))
    const submit = (await dialog('Закрыть страницу?')).getByRole('button', { name: 'Закрыть страницу' })
    fireEvent.keyDown(submit, { code: 'KeyA' })
    fireEvent.keyDown(submit, { code: 'ArrowDown' })
    expect(stripRows()).toEqual([])
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  },
  TIMEOUT_MS,
)

it(
  'brings back what was written when a decision is undone, for that decision only',
  async () => {
    openCabinet([ANNA])
    await closeAnna('Чужой адрес')
    fireEvent.click(await screen.findByRole('button', { name: 'Отменить' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    fireEvent.click(await button('Закрыть страницу: Соколова Анна Петровна'))
    const asked = await dialog('Закрыть страницу?')
    expect(asked.getByRole('textbox', { name: 'Причина' })).toHaveValue('Чужой адрес')
    fireEvent.click(asked.getByRole('button', { name: 'Отмена' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    fireEvent.click(await button('Оставить страницу: Соколова Анна Петровна'))
    expect((await dialog('Оставить страницу?')).getByRole('textbox', { name: 'Ответ' })).toHaveValue('')
    expect(await sentAbout(5)).toEqual([])
  },
  TIMEOUT_MS,
)

it(
  'undoes words and reports from one strip, the last decision first, and keeps their ids apart',
  async () => {
    const words = somePendingMemories(1).map((memory) => ({ ...memory, id: 6 }))
    serve('get', PENDING, { result: words, total: 1 })
    openCabinet([PETR])
    fireEvent.click(await screen.findByRole('button', { name: 'Одобрить' }, SLOW))
    fireEvent.click(await button('Оставить страницу: Орлов Пётр'))
    expect(stripRows()).toEqual(['Воспоминание одобреноАвтор 1', 'Страница остаётсяОрлов Пётр'])
    press('KeyZ', { ctrlKey: true })
    expect(stripRows()).toEqual(['Воспоминание одобреноАвтор 1'])
    expect(await cards()).toHaveLength(1)
    fireEvent.click(strip().getByRole('button', { name: 'Отменить' }))
    expect(stripRows()).toEqual([])
    expect(screen.getByRole('article', { name: 'Автор 1' })).toHaveFocus()
  },
  TIMEOUT_MS,
)

it(
  'sends what waits when the moderator leaves: words together, each report alone, all outliving the page',
  async () => {
    serve('get', PENDING, { result: somePendingMemories(2), total: 2 })
    serve('post', 'memories/moderate', {
      result: [1, 2].map((id) => ({ id, outcome: 'decided' })),
    })
    openCabinet([PETR])
    for (const author of ['Автор 1', 'Автор 2']) {
      fireEvent.click(
        within(await screen.findByRole('article', { name: author }, SLOW)).getByRole('button', { name: 'Одобрить' }),
      )
    }
    fireEvent.click(await button('Оставить страницу: Орлов Пётр'))
    await act(async () => {
      window.dispatchEvent(new Event('pagehide'))
      await Promise.resolve()
    })
    await waitFor(() => expect(requestsTo('post', 'reports/6/decide')).toHaveLength(1))
    expect(requestsTo('post', 'reports/6/decide')[0]?.keepalive).toBe(true)
    await waitFor(() => expect(requestsTo('post', 'memories/moderate')).toHaveLength(1))
    await waitFor(() => expect(stripRows()).toEqual([]))
  },
  TIMEOUT_MS,
)

it.each([
  [409, 'По этому сообщению решение уже принято.'],
  [404, 'Этого сообщения больше нет: возможно, страницу удалили.'],
])(
  'tells after a %i why the decision does not count, and leaves the report away',
  async (status, said) => {
    openCabinet([ANNA])
    refuse('post', DECIDE, status, 'Not Found')
    stopClocks()
    await closeAnna('Чужой адрес')
    serveReports([])
    await passUndoTime()
    expect(await screen.findByText(said)).toBeVisible()
    expect((await desk()).getByText('Новых сообщений нет.')).toBeVisible()
  },
  TIMEOUT_MS,
)

it(
  'offers a report again when the decision could not be saved, with what was written',
  async () => {
    openCabinet([ANNA])
    refuse('post', DECIDE, 500)
    stopClocks()
    await closeAnna('Чужой адрес')
    await passUndoTime()
    expect(await screen.findByText(FAILED)).toBeVisible()
    fireEvent.click(await button('Закрыть страницу: Соколова Анна Петровна'))
    const asked = await dialog('Закрыть страницу?')
    expect(asked.getByRole('textbox', { name: 'Причина' })).toHaveValue('Чужой адрес')
  },
  TIMEOUT_MS,
)
