import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { sendUnsentMemories } from '@client/features/memorial/memories/send-unsent-memories'
import { notify } from '@client/store/listeners'
import { CONSENT_VERSION } from '@contract/consent'
import { aMemorial, aMemory, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { disconnect, refuse, requestsTo, serve, serveMe, serveMemorial } from '@support/server'
import { aStore } from '@support/store'
import '@support/intersection-observer'

/** Words of memory that were written where there is no connection. */

const CREATE = 'memories/create'
const KEY = '3f0d8a52-6f5c-4f6e-9d5a-0a8f6b7d1c11'
const UNSENT = 'unsent-memory-7-guest'
const WORDS = {
  memorials_id: 7,
  description: 'Стою у его могилы.',
  author: 'Ольга',
  author_email: 'olga@example.org',
  consent_version: CONSENT_VERSION,
  idempotency_key: KEY,
}

const keep = (key = UNSENT, words: object = {}) =>
  localStorage.setItem(
    key,
    JSON.stringify({ words: [{ ...WORDS, written_at: '2026-11-23T10:00:00Z', ...words }], savedAt: Date.now() }),
  )
const arrive = () =>
  serve(
    'post',
    CREATE,
    { ...aMemory({ id: 5, memorials_id: 7, created_at: new Date().toISOString() }), status: 'pending' },
    201,
  )
const sent = async () => Promise.all(requestsTo('post', CREATE).map((request) => request.json()))

/** A store that writes down what it tells people. */
function aTellingStore(...held: Parameters<typeof aStore>) {
  const store = aStore(...held)
  const texts: string[] = []
  const { dispatch } = store
  store.dispatch = ((action: never) => {
    if (notify.match(action)) texts.push((action as ReturnType<typeof notify>).payload.text)
    return dispatch(action)
  }) as typeof dispatch
  return { store, texts }
}

describe('on the page', () => {
  beforeEach(() => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    serveMemorial(aMemorial({ id: 7, user_id: 1 }))
  })
  afterEach(() => jest.restoreAllMocks())

  const button = (name: string) => screen.findByRole('button', { name })
  const write = (label: string, text: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } })

  async function leaveWords(): Promise<void> {
    disconnect('post', CREATE)
    openAt('/memorials/7')
    fireEvent.click(await button('Написать'))
    await screen.findByLabelText('Воспоминание')
    write('Воспоминание', WORDS.description)
    write('Ваше имя', WORDS.author)
    write('E-mail', WORDS.author_email)
    fireEvent.click(screen.getByRole('checkbox'))
    fireEvent.click(await button('Добавить воспоминание'))
    await screen.findByText(/Ваши слова сохранены на этом устройстве/)
  }

  it('they are kept, shown to their writer alone, and the form is closed', async () => {
    await leaveWords()

    expect(screen.getByText(/Ждёт связи/)).toBeVisible()
    expect(screen.getByText(/Стою у его/)).toBeVisible()
    expect(screen.queryByLabelText('E-mail')).not.toBeInTheDocument()
    expect(localStorage.getItem('memory-draft-7-guest')).toBeNull()
    const { words } = JSON.parse(localStorage.getItem(UNSENT) ?? '{}') as { words: object[] }
    expect(words).toEqual([
      { ...WORDS, idempotency_key: expect.any(String) as string, written_at: expect.any(String) as string },
    ])
  })

  it('they can be taken back', async () => {
    await leaveWords()
    fireEvent.click(await button('Не отправлять слова за подписью «Ольга»'))

    await waitFor(() => expect(screen.queryByText(/Ждёт связи/)).not.toBeInTheDocument())
    expect(localStorage.getItem(UNSENT)).toBeNull()
  })

  it('they are no longer shown when another tab has sent them', async () => {
    await leaveWords()
    localStorage.removeItem(UNSENT)
    fireEvent(window, new StorageEvent('storage', { key: UNSENT }))
    await waitFor(() => expect(screen.queryByText(/Ждёт связи/)).not.toBeInTheDocument())
  })

  it('they turn into words that wait for a decision when they have arrived', async () => {
    await leaveWords()
    arrive()
    await act(() => sendUnsentMemories(aStore()))

    expect(await screen.findByText(/Ждёт проверки/)).toBeVisible()
    expect(screen.queryByText(/Ждёт связи/)).not.toBeInTheDocument()
  })
})

it('they are sent as they were written, once, and their writer is told', async () => {
  keep()
  arrive()
  const { store, texts } = aTellingStore()
  await sendUnsentMemories(store)
  await sendUnsentMemories(store)

  expect(await sent()).toEqual([WORDS])
  expect(texts).toEqual(['Слова, написанные без связи, отправлены.'])
  expect(localStorage.getItem(UNSENT)).toBeNull()
})

it.each([
  ['no connection', () => disconnect('post', CREATE)],
  ['503', () => refuse('post', CREATE, 503, 'Позже')],
  ['429', () => refuse('post', CREATE, 429, 'Слишком часто')],
  ['403 of a page that is closed', () => refuse('post', CREATE, 403, 'Закрыта')],
])('they stay for another time after %s', async (_name, answer) => {
  keep()
  answer()
  const { store, texts } = aTellingStore()
  await sendUnsentMemories(store)

  expect(texts).toEqual([])
  arrive()
  await sendUnsentMemories(store)
  expect(await sent()).toHaveLength(2)
})

describe('when their page is gone', () => {
  beforeEach(async () => {
    keep()
    refuse('post', CREATE, 404, 'Нет')
    await sendUnsentMemories(aStore())
  })

  it('they are not sent again, and their writer is told once', async () => {
    keep()
    const { store, texts } = aTellingStore()
    await sendUnsentMemories(store)
    await sendUnsentMemories(store)

    expect(texts).toEqual([expect.stringMatching(/отправить некуда: страницу удалили/)])
    expect(await sent()).toHaveLength(2)
  })

  it.each(['/saved', '/memorials/7'])('they are read, copied and deleted at %s', async (address) => {
    refuse('get', 'memorial/7', 404)
    openAt(address)
    const writeText = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const words = await screen.findByRole('region', { name: 'Ваши слова, которые не отправились' })
    expect(words).toHaveTextContent(/Стою у его могилы\. *Ольга, 23\sноября\s2026/)

    fireEvent.click(screen.getByRole('button', { name: 'Скопировать' }))
    expect(await screen.findByText('Слова скопированы')).toBeVisible()
    expect(writeText).toHaveBeenCalledWith(WORDS.description)
    writeText.mockRejectedValue(new Error('Forbidden'))
    fireEvent.click(screen.getByRole('button', { name: 'Скопировать' }))
    expect(await screen.findByText(/Выделите слова и скопируйте их сами/)).toBeVisible()

    fireEvent.click(screen.getByRole('button', { name: 'Удалить' }))
    await waitFor(() => expect(words).not.toBeInTheDocument())
    expect(localStorage.getItem(UNSENT)).toBeNull()
    writeText.mockRestore()
  })

  it('nobody else reads them', async () => {
    keep('unsent-memory-7-2', { is_page_gone: true, description: 'Чужие слова' })
    openAt('/saved')
    await screen.findByRole('region', { name: 'Ваши слова, которые не отправились' })
    expect(screen.queryByText('Чужие слова')).not.toBeInTheDocument()
  })
})

it('they go back into the form when the server does not take them', async () => {
  keep()
  refuse('post', CREATE, 422, [{ type: 'x', loc: ['body', 'description'], msg: 'Слишком длинно' }])
  const { store, texts } = aTellingStore()
  await sendUnsentMemories(store)

  expect(texts).toEqual(['Слова, написанные без связи, не приняты. Они ждут вас в форме на странице.'])
  expect(JSON.parse(localStorage.getItem('memory-draft-7-guest') ?? '{}')).toMatchObject({
    description: WORDS.description,
    author: WORDS.author,
  })
})

it('those of an account are sent by it alone', async () => {
  keep('unsent-memory-7-2')
  arrive()
  await sendUnsentMemories(aStore())
  serveMe(aUser({ id: 3 }))
  await sendUnsentMemories(aStore({ token: 'of-another' }))
  expect(await sent()).toEqual([])

  serveMe(aUser({ id: 2 }))
  await sendUnsentMemories(aStore({ token: 'of-the-writer' }))
  expect(requestsTo('post', CREATE).map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer of-the-writer',
  ])
})

it('those of a guest are sent as a guest’s, whoever is signed in by now', async () => {
  keep()
  arrive()
  serveMe(aUser({ id: 2 }))
  await sendUnsentMemories(aStore({ token: 'of-another' }))
  expect(requestsTo('post', CREATE).map(({ headers }) => headers.get('authorization'))).toEqual([null])

  keep()
  await sendUnsentMemories(aStore({ token: 'of-another', memorialTokens: { 7: 'pin.7.1.x' } }))
  expect(requestsTo('post', CREATE).at(-1)?.headers.get('authorization')).toBe('Bearer pin.7.1.x')
})

it('those that are not taken stand in the form behind what was begun there', async () => {
  keep()
  localStorage.setItem('memory-draft-7-guest', JSON.stringify({ description: 'Помню, как', savedAt: Date.now() }))
  refuse('post', CREATE, 422, [{ type: 'x', loc: ['body', 'description'], msg: 'Слишком длинно' }])
  await sendUnsentMemories(aStore())
  const { description } = JSON.parse(localStorage.getItem('memory-draft-7-guest') ?? '{}') as { description: string }
  expect(description).toBe(`Помню, как\n\n${WORDS.description}`)
})

it('what else lies in the storage is no words', async () => {
  localStorage.setItem(UNSENT, JSON.stringify({ words: [{ author: 1 }, null, 'text'], savedAt: Date.now() }))
  localStorage.setItem('unsent-memory-8-guest', 'no JSON')
  await sendUnsentMemories(aStore())
  expect(await sent()).toEqual([])
})
