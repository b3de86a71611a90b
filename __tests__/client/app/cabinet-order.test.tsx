import { screen, waitFor, within } from '@testing-library/react'
import { aMemorialCard, aPendingMemory, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { requestsTo, serve, serveMyMemorials } from '@support/server'

const TIMEOUT_MS = 180_000
const SLOW = { timeout: 30_000 }

const WORDS = 'Воспоминания на проверке'
const REPORTS = 'Сообщения о страницах'
const ACCESS = 'Просьбы открыть страницу'
const RELATIONS = 'Просьбы о родстве'
const OF_INTEREST = [WORDS, REPORTS, ACCESS, RELATIONS]

const aThing = { id: 5, created_at: '2030-05-09T12:00:00.000Z' }

const waiting = {
  words: () => serve('get', 'memories/pending', { result: [aPendingMemory({ id: 5 })], total: 1 }),
  reports: () => {
    const about = {
      memorial_id: 7,
      memorial_name: 'Ольхов Иван',
      reason: 'private',
      text: '',
      email: null,
      earlier: [],
    }
    serve('get', 'reports/pending', { result: [{ ...aThing, ...about }] })
  },
  access: () => {
    const about = { memorial_id: 7, memorial_name: 'Ольхов Иван', name: 'Вера', email: 'vera@example.ru', text: '' }
    serve('get', 'access-requests/pending', { result: [{ ...aThing, ...about }] })
  },
  relations: () => {
    const about = { kind: 'sibling', memorial: aMemorialCard({ id: 8 }), page_id: 7, page_name: 'Ольхов Иван' }
    serve('get', 'relations/pending', { result: [{ ...aThing, ...about }] })
  },
}

/** The sections of the cabinet in their order, when all is known of what waits. */
async function orderWhere(...kinds: (keyof typeof waiting)[]) {
  serveMyMemorials([])
  for (const kind of kinds) waiting[kind]()
  const page = openAt('/profile/words', { as: aUser({ is_moderator: true }) })
  await screen.findByRole('region', { name: WORDS }, SLOW)
  return { page, order }
}

function order(): string[] {
  return screen
    .getAllByRole('region')
    .map((region) => within(region).queryAllByRole('heading')[0]?.textContent ?? '')
    .filter((title) => OF_INTEREST.includes(title))
}

it.each([
  [[], [WORDS, REPORTS]],
  [['words'], [WORDS, REPORTS]],
  [['reports'], [REPORTS, WORDS]],
  [['access'], [ACCESS, WORDS, REPORTS]],
  [['relations'], [RELATIONS, WORDS, REPORTS]],
  [
    ['relations', 'access', 'reports'],
    [REPORTS, WORDS, ACCESS, RELATIONS],
  ],
] as const)(
  'what waits comes first among the decisions: %j',
  async (kinds, expected) => {
    await orderWhere(...kinds)
    await waitFor(() => expect(order()).toEqual(expected), SLOW)
  },
  TIMEOUT_MS,
)

it(
  'nothing in the cabinet changes its place when the last is decided',
  async () => {
    const { page } = await orderWhere('access')
    serve('post', 'access-requests/5/decide', { id: 5, status: 'approved' })
    const button = await screen.findByRole('button', { name: 'Впустить: Вера' }, SLOW)
    serve('get', 'access-requests/pending', { result: [] })
    await page.user.click(button)
    expect(await screen.findByText('Больше просьб нет.')).toBeVisible()
    expect(requestsTo('get', 'access-requests/pending')).toHaveLength(2)
    expect(order()).toEqual([ACCESS, WORDS, REPORTS])
  },
  TIMEOUT_MS,
)
