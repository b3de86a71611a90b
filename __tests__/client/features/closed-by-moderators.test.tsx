import { screen, waitFor } from '@testing-library/react'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { CLOSED, serveClosed } from '@support/reports-desk'
import { disconnect, requestsTo, serve, serveMemorial } from '@support/server'
import '@support/intersection-observer'
// Loaded here, or the first test would wait for them.
import '@client/app/MemorialRoute'
import '@client/features/moderation/reports/ClosedByModerators'

const TIMEOUT_MS = 180_000
const SLOW = { timeout: 30_000 }
const REOPEN = 'Открыть снова: Соколова Анна Петровна'
const page = (fields: Parameters<typeof aMemorial>[0] = {}) =>
  aMemorial({ id: CLOSED.memorial_id, user_id: 1, public_status: false, ...fields })
const open = (user: Parameters<typeof aUser>[0]) => openAt(`/memorials/${CLOSED.memorial_id}`, { as: aUser(user) })

it(
  'a moderator reads on a page that is closed why it is, and opens it again there',
  async () => {
    serveMemorial(page())
    serveClosed([CLOSED])
    serve('post', 'reports/5/reopen', { id: 5, status: 'reopened' })
    const { user } = open({ id: 3, is_moderator: true })
    const button = await screen.findByRole('button', { name: REOPEN }, SLOW)
    expect(screen.getByText(/Причина: Чужой адрес/)).toBeVisible()

    serveClosed([])
    serveMemorial(page({ public_status: true }))
    await user.click(button)

    expect(await screen.findByText('Страница снова открыта')).toBeVisible()
    expect(requestsTo('post', 'reports/5/reopen')).toHaveLength(1)
    await waitFor(() => expect(screen.queryByText(/Причина: Чужой адрес/)).not.toBeInTheDocument())
    expect(document.activeElement).not.toBe(document.body)
  },
  TIMEOUT_MS,
)

it(
  'a moderator who keeps the page may open it again too, and reads the reason once',
  async () => {
    serveMemorial(page({ role: 'keeper', public_status: true, closed_by: 'moderators', closed_reason: 'Чужой адрес' }))
    serveClosed([CLOSED])
    open({ id: 3, is_moderator: true })
    expect(await screen.findByRole('button', { name: REOPEN }, SLOW)).toBeVisible()
    expect(screen.getAllByText(/Причина: Чужой адрес/)).toHaveLength(1)
  },
  TIMEOUT_MS,
)

it.each([
  ['that is closed for no report', page(), []],
  ['of another report', page(), [{ ...CLOSED, memorial_id: 8 }]],
])(
  'a moderator finds nothing to open on a page %s',
  async (_what, memorial, closed) => {
    serveMemorial(memorial)
    serveClosed(closed)
    open({ id: 3, is_moderator: true })
    await waitFor(() => expect(requestsTo('get', 'reports/closed')).not.toEqual([]), SLOW)
    await screen.findByRole('button', { name: 'Сообщить о странице' })
    expect(screen.queryByRole('button', { name: /Открыть снова/ })).not.toBeInTheDocument()
  },
  TIMEOUT_MS,
)

it(
  'a moderator is told when it could not be known, and asks again',
  async () => {
    serveMemorial(page())
    disconnect('get', 'reports/closed')
    const { user } = open({ id: 3, is_moderator: true })
    expect(await screen.findByText('Не удалось узнать, почему страница закрыта.', undefined, SLOW)).toBeVisible()
    serveClosed([CLOSED])
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(await screen.findByRole('button', { name: REOPEN })).toBeVisible()
  },
  TIMEOUT_MS,
)

it.each([
  ['somebody else', { id: 3 }, page({ public_status: true })],
  ['its owner', { id: 1 }, page({ closed_by: 'moderators', closed_reason: 'Чужой адрес' })],
  ['a moderator while it is open', { id: 3, is_moderator: true }, page({ public_status: true })],
])(
  'nothing of it is asked for %s',
  async (_who, user, memorial) => {
    serveMemorial(memorial)
    serveClosed([CLOSED])
    open(user)
    await screen.findByText('Слова памяти')
    expect(requestsTo('get', 'reports/closed')).toEqual([])
    expect(screen.queryByRole('button', { name: /Открыть снова/ })).not.toBeInTheDocument()
  },
  TIMEOUT_MS,
)
