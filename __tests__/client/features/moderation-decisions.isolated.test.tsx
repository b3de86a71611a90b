import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { DecisionOutcome, DecisionOutcomes } from '@contract/memory'
import { signedIn, signedOut } from '@client/session/session-slice'
import { redactState } from '@client/store/redaction'
import { aPendingMemory, somePendingMemories } from '@support/factories'
import {
  card,
  decisionsAbout,
  openPanel,
  panel,
  passUndoTime,
  press,
  servePending,
  shownAuthors,
  stopClocks,
  strip,
  stripRows,
} from '@support/moderation'
import { hold, refuse, requestsTo, serve } from '@support/server'

const MODERATE_1 = 'memories/moderate/1'
const MODERATE_ALL = 'memories/moderate'

afterEach(() => {
  jest.useRealTimers()
})

async function decide(author: string, button: 'Одобрить' | 'Отклонить'): Promise<void> {
  fireEvent.click(within(await card(author)).getByRole('button', { name: button }))
}

function serveLanding(): void {
  refuse('get', 'memorial/public_memorials', 500)
  refuse('get', 'promo/active', 500)
}

/** The answer about the memories 1, 2, 3, in this order. */
function outcomes(...each: DecisionOutcome[]): DecisionOutcomes {
  return { result: each.map((outcome, place) => ({ id: place + 1, outcome })) }
}

async function openWith(count: number) {
  servePending(somePendingMemories(count))
  const opened = openPanel()
  await card('Автор 1')
  stopClocks()
  return opened
}

it.each([
  ['Одобрить', 'approved', 'Воспоминание одобрено'],
  ['Отклонить', 'rejected', 'Воспоминание отклонено'],
] as const)(
  '%s takes the words away at once, and is sent only when it can no longer be undone',
  async (button, decision, said) => {
    await openWith(2)
    await decide('Автор 1', button)

    expect(shownAuthors()).toEqual(['Автор 2'])
    expect(strip().getByText(said)).toBeVisible()
    expect(panel().getByRole('status')).toHaveTextContent(`${said}. Ожидает решения: 1.`)
    await act(() => jest.advanceTimersByTimeAsync(4500))
    expect(await decisionsAbout(1)).toEqual([])
    await passUndoTime()

    await waitFor(async () => expect(await decisionsAbout(1)).toEqual([{ decision }]))
    await waitFor(() => expect(stripRows()).toEqual([]))
    expect(shownAuthors()).toEqual(['Автор 2'])
  },
)

it('a double click decides about one memory, not about the next as well', async () => {
  await openWith(2)
  await decide('Автор 1', 'Одобрить')
  const next = within(await card('Автор 2')).getByRole('button', { name: 'Одобрить' })
  fireEvent.click(next, { detail: 2 })
  expect(shownAuthors()).toEqual(['Автор 2'])
})

it('undoes any of several decisions, each back to its place', async () => {
  await openWith(3)
  await decide('Автор 1', 'Одобрить')
  await decide('Автор 2', 'Отклонить')
  expect(strip().getAllByRole('button', { name: 'Отменить' })).toHaveLength(2)

  fireEvent.click(strip().getByRole('button', { name: 'Отменить', description: 'Воспоминание отклонено Автор 2' }))

  expect(shownAuthors()).toEqual(['Автор 2', 'Автор 3'])
  await passUndoTime()
  await waitFor(async () => expect(await decisionsAbout(1)).toHaveLength(1))
  expect(await decisionsAbout(2)).toEqual([])
})

it('keeps a decision in its place in the strip while the ones before it are sent', async () => {
  await openWith(5)
  await decide('Автор 1', 'Одобрить')
  await decide('Автор 2', 'Отклонить')
  await act(() => jest.advanceTimersByTimeAsync(2500))
  for (const author of ['Автор 3', 'Автор 4']) await decide(author, 'Одобрить')
  await decide('Автор 5', 'Отклонить')
  const shown = ['Воспоминание одобреноАвтор 3', 'Воспоминание одобреноАвтор 4', 'Воспоминание отклоненоАвтор 5']
  expect(stripRows()).toEqual(['И ещё: 2', ...shown])

  await act(() => jest.advanceTimersByTimeAsync(3000))

  expect(stripRows()).toEqual(shown)
  // Nothing waits when the test ends: the next one would send it on leaving.
  serve('post', MODERATE_ALL, outcomes('decided', 'decided', 'decided'))
  await passUndoTime()
  await waitFor(() => expect(stripRows()).toEqual([]))
})

it.each([
  ['on the way to another screen', () => screen.getAllByRole('link', { name: 'Мемориалы' })[0]?.click()],
  ['when the page is left or loaded anew', () => window.dispatchEvent(new Event('pagehide'))],
  ['before the page is left, where the browser says so', () => window.dispatchEvent(new Event('beforeunload'))],
  [
    'when the tab is hidden',
    () => {
      const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
      document.dispatchEvent(new Event('visibilitychange'))
      hidden.mockRestore()
    },
  ],
])('sends what waits at once %s', async (_when, leave) => {
  refuse('get', 'memorial/public_memorials', 500)
  await openWith(2)
  await decide('Автор 1', 'Одобрить')

  act(() => void leave())

  await waitFor(async () => expect(await decisionsAbout(1)).toHaveLength(1))
  expect(requestsTo('post', MODERATE_1)[0]?.keepalive).toBe(true)
})

describe('several decisions, when the moderator leaves', () => {
  const leaveWith = async (count: number, arrange: () => void) => {
    refuse('get', 'memorial/public_memorials', 500)
    await openWith(count + 1)
    arrange()
    for (let number = 1; number <= count; number++) await decide(`Автор ${number}`, 'Одобрить')
    act(() => void window.dispatchEvent(new Event('pagehide')))
    await waitFor(() => expect(requestsTo('post', MODERATE_ALL)).toHaveLength(1))
  }

  it('go in one request that outlives the page', async () => {
    await leaveWith(3, () => serve('post', MODERATE_ALL, outcomes('decided', 'decided', 'decided')))

    const [request] = requestsTo('post', MODERATE_ALL)
    expect(request?.keepalive).toBe(true)
    expect(await request?.json()).toEqual({
      decisions: [1, 2, 3].map((id) => ({ id, decision: 'approved' })),
    })
    await passUndoTime()
    expect(requestsTo('post', MODERATE_ALL)).toHaveLength(1)
    for (const id of [1, 2, 3]) expect(await decisionsAbout(id)).toEqual([])
    expect(shownAuthors()).toEqual(['Автор 4'])
  })

  it('tell of what somebody else decided before, and of what is gone, once each', async () => {
    await leaveWith(3, () => serve('post', MODERATE_ALL, outcomes('decided_before', 'not_found', 'not_found')))

    expect(await screen.findAllByText('По этому воспоминанию решение уже принято.')).toHaveLength(1)
    expect(screen.getAllByText('Этого воспоминания больше нет.')).toHaveLength(1)
    expect(shownAuthors()).toEqual(['Автор 4'])
  })

  it('come back when they could not be saved', async () => {
    await leaveWith(2, () => refuse('post', MODERATE_ALL, 500))

    expect(await screen.findAllByText('Ошибка при сохранении информации.')).toHaveLength(1)
    expect(shownAuthors()).toEqual(['Автор 1', 'Автор 2', 'Автор 3'])
  })
})

describe('signing out', () => {
  it.each([
    ['a decision that waits', () => Promise.resolve()],
    ['a decision on its way', passUndoTime],
  ])('sends %s, before its token dies', async (_what, pass) => {
    refuse('get', 'memorial/public_memorials', 500)
    refuse('get', 'promo/active', 500)
    const { store } = await openWith(2)
    const release = hold('post', MODERATE_1)
    await decide('Автор 1', 'Одобрить')
    await pass()
    const sentBefore = requestsTo('post', MODERATE_1).length

    act(() => void store.dispatch(signedOut()))

    await waitFor(() => expect(requestsTo('post', MODERATE_1)).toHaveLength(sentBefore + 1))
    expect(requestsTo('post', 'auth/logout')).toEqual([])
    release()
    await waitFor(() => expect(requestsTo('post', 'auth/logout')).toHaveLength(1))
    const sent = requestsTo('post', MODERATE_1).at(-1)
    expect(sent?.headers.get('authorization')).toBe('Bearer token-of-owner@example.ru')
    expect(await sent?.json()).toEqual({ decision: 'approved' })
    expect(requestsTo('post', 'auth/logout')[0]?.keepalive).toBe(true)
  })

  it('does not take one’s own decision, which had arrived, for somebody else’s', async () => {
    serveLanding()
    const { store } = await openWith(1)
    hold('post', MODERATE_1)
    await decide('Автор 1', 'Одобрить')
    await passUndoTime()
    refuse('post', MODERATE_1, 409, 'По этому воспоминанию решение уже принято.')

    act(() => void store.dispatch(signedOut()))

    await waitFor(() => expect(requestsTo('post', 'auth/logout')).toHaveLength(1))
    expect(requestsTo('post', MODERATE_1)).toHaveLength(2)
    expect(screen.queryByText('По этому воспоминанию решение уже принято.')).not.toBeInTheDocument()
  })

  it('tells at once, wherever one is by then, that decisions could not be saved, and tells it once', async () => {
    serveLanding()
    const { store } = await openWith(2)
    refuse('post', MODERATE_ALL, 500)
    await decide('Автор 1', 'Одобрить')
    await decide('Автор 2', 'Отклонить')

    act(() => void store.dispatch(signedOut()))

    expect(await screen.findAllByText('Ошибка при сохранении информации.')).toHaveLength(1)
  })

  it('leaves nothing to tell the next account', async () => {
    serveLanding()
    const { store } = await openWith(1)
    refuse('post', MODERATE_1, 500)
    const release = hold('post', MODERATE_1)
    await decide('Автор 1', 'Одобрить')
    act(() => void store.dispatch(signedOut()))
    await waitFor(() => expect(requestsTo('post', MODERATE_1)).toHaveLength(1))

    act(() => void store.dispatch(signedIn({ token: 'of-the-next' })))
    expect(store.getState().decisions).toEqual({ made: [] })
    release()
    await waitFor(() => expect(requestsTo('post', 'auth/logout')).toHaveLength(1))
    await act(() => jest.advanceTimersByTimeAsync(1000))

    expect(screen.queryByText('Ошибка при сохранении информации.')).not.toBeInTheDocument()
  })
})

it('puts the words back in their place when the decision could not be saved', async () => {
  await openWith(3)
  refuse('post', 'memories/moderate/2', 500)
  await decide('Автор 2', 'Одобрить')
  await passUndoTime()

  expect(await screen.findByText('Ошибка при сохранении информации.')).toBeVisible()
  expect(shownAuthors()).toEqual(['Автор 1', 'Автор 2', 'Автор 3'])
})

it.each([
  [409, 'По этому воспоминанию решение уже принято.', 'По этому воспоминанию решение уже принято.'],
  [404, 'Not Found', 'Этого воспоминания больше нет.'],
])('leaves the words away after a %i, and says why', async (status, detail, said) => {
  await openWith(2)
  refuse('post', MODERATE_1, status, detail)
  await decide('Автор 1', 'Отклонить')
  await passUndoTime()

  expect(await screen.findByText(said)).toBeVisible()
  expect(shownAuthors()).toEqual(['Автор 2'])
})

it('never shows an empty page while more wait', async () => {
  await openWith(60)
  act(() => screen.getByText('Автор 1').closest('article')?.focus())
  for (let decided = 1; decided <= 25; decided++) {
    press('KeyA')
    expect(shownAuthors()).not.toEqual([])
  }

  await passUndoTime()

  await waitFor(() => expect(shownAuthors()).toHaveLength(20))
  expect(shownAuthors()[0]).toBe('Автор 26')
  expect(panel().getByText('Ожидают решения: 35')).toBeVisible()
})

it('keeps the e-mail and the name of an author to the screen', async () => {
  const { store } = await openWith(1)
  await decide('Автор 1', 'Одобрить')
  expect(JSON.stringify(store.getState().decisions)).not.toContain('Автор 1')
  expect(JSON.stringify(store.getState().decisions)).not.toContain(aPendingMemory().author_email)
  expect(JSON.stringify(redactState(store.getState()))).not.toContain(aPendingMemory().author_email)
})
