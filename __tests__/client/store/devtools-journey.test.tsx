import { shownToDevTools } from '@support/devtools'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { aMemorial, aMemory, aPendingMemory, aUser } from '@support/factories'
import { openAt } from '@support/render'
import {
  acceptLogin,
  refuse,
  requestsTo,
  serve,
  serveMe,
  serveMemorial,
  serveMyMemorials,
  server,
} from '@support/server'
import '@support/intersection-observer'

const PASSWORD = 'Berezka-1945'
const PIN = '490517'
const SECRETS = [PASSWORD, PIN, 'secret-account-token', 'secret-pin-token', 'gost@example.ru']

/** What a reader of DevTools may meet: our own events, requests with their endpoint's name, and what libraries do. */
const UNDERSTOOD = [
  /^(session|signOutRedirect|uploads|decisions|notices)\/[a-z][A-Za-z]*$/,
  /^api\/execute(Query|Mutation)\/(pending|fulfilled|rejected) \([a-zA-Z]+\)$/,
  /^api\/(queries|mutations|provided|invalidation|config|internal|internalSubscriptions|resetApiState|invalidateTags)/,
  /^api\/internal_/,
  /^persist\/[A-Z]+$/,
  /^__rtkq\/(focused|unfocused|online|offline|visibilitychange)$/,
  /^@@(INIT|redux\/)/,
]

const STORY = [
  'session/memorialTokenReceived',
  'session/signedIn',
  'decisions/memoryDecided',
  'session/signedOut',
  'api/executeMutation/fulfilled (verifyPin)',
  'api/executeMutation/fulfilled (createMemory)',
  'api/executeMutation/fulfilled (setPin)',
]

const write = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }))

/** Through the screens, as a person would: opens with a PIN, leaves words, logs in, sets a PIN, decides, leaves. */
async function wholeJourney(): Promise<void> {
  serveMemorial(aMemorial({ id: 7, public_status: false }))
  server.use(
    http.get('*/api/v1/memorial/7', ({ request }) =>
      request.headers.get('authorization') ? undefined : HttpResponse.json({ detail: 'Закрыто' }, { status: 403 }),
    ),
  )
  serve('post', 'memorial/7/verify-pin', { access_token: 'secret-pin-token', token_type: 'bearer' })
  serve('post', 'memories/create', { ...aMemory({ memorials_id: 7 }), status: 'pending' }, 201)
  const guest = openAt('/memorials/7')
  await screen.findByLabelText('PIN-код')
  write('PIN-код', PIN)
  press('Открыть страницу')
  fireEvent.click(await screen.findByText('Написать'))
  await screen.findByLabelText('Воспоминание')
  write('Воспоминание', 'Светлая память.')
  write('Ваше имя', 'Мария')
  write('E-mail', 'gost@example.ru')
  fireEvent.click(screen.getByRole('checkbox'))
  press('Добавить воспоминание')
  await screen.findByText(/появятся на странице после проверки/)
  guest.unmount()
  sessionStorage.clear()

  acceptLogin('secret-account-token')
  serveMe(aUser())
  serveMyMemorials([])
  serve('get', 'memories/pending', { result: [aPendingMemory({ author_email: 'gost@example.ru' })], total: 1 })
  serve('post', 'users/me/set-pin', null, 204)
  serve('post', 'auth/logout', null, 204)
  refuse('post', 'memories/moderate/1', 409, 'По этому воспоминанию решение уже принято.')
  // What the landing page asks for after signing out.
  refuse('get', 'memorial/public_memorials', 500)
  refuse('get', 'promo/active', 500)
  const { router } = openAt('/login', { state: { from: { pathname: '/profile/settings', hash: '#security' } } })
  await screen.findByLabelText('Пароль')
  write('E-mail', 'owner@example.ru')
  write('Пароль', PASSWORD)
  press('Войти')
  fireEvent.click(await screen.findByText('Установить PIN-код'))
  write('PIN-код', PIN)
  fireEvent.click(screen.getByText('Сохранить'))
  await waitFor(() => expect(requestsTo('post', 'users/me/set-pin')).toHaveLength(1))
  await act(() => router.navigate('/profile/words'))
  fireEvent.click(await screen.findByText('Одобрить'))
  await act(() => router.navigate('/profile/settings'))
  fireEvent.click(await screen.findByText('Выйти'))
  await waitFor(() => expect(requestsTo('post', 'auth/logout')).toHaveLength(1))
}

it('DevTools see a whole journey without a secret, in words that tell a story', async () => {
  await wholeJourney()

  // A request is sent before its answer becomes an action.
  await waitFor(() => expect(STORY.filter((type) => !typesShown().includes(type))).toEqual([]))
  const entries = shownToDevTools().map((entry) => JSON.stringify(entry))
  for (const secret of SECRETS) expect(entries.filter((entry) => entry.includes(secret))).toEqual([])
  expect(typesShown().filter((type) => !UNDERSTOOD.some((pattern) => pattern.test(type)))).toEqual([])
})

function typesShown(): string[] {
  return shownToDevTools().flatMap((entry) => (isAction(entry) ? [entry.type] : []))
}

function isAction(entry: unknown): entry is { type: string } {
  return typeof (entry as { type?: unknown }).type === 'string'
}
