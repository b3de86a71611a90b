import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { AccountSession } from '@contract/session'
import { OpenSessions } from '@client/features/cabinet/sessions/OpenSessions'
import { aSession, aUser, CHROME_ON_WINDOWS, SAFARI_ON_IPHONE, YANDEX_ON_ANDROID } from '@support/factories'
import { openAt } from '@support/render'
import { openAlone } from '@support/section'
import { disconnect, hold, refuse, requestsTo, serve, serveMyMemorials, serveSessions } from '@support/server'

const SESSIONS = 'users/me/sessions'
const TITLE = 'Где открыт ваш кабинет'

const HERE = aSession({ id: 1 })
const PHONE = aSession({
  id: 2,
  is_current: false,
  user_agent: SAFARI_ON_IPHONE,
  last_used_at: '2026-05-03T12:00:00Z',
  created_at: '2026-04-20T12:00:00Z',
  address: '198.51.100.*',
})
const TABLET = aSession({
  id: 3,
  is_current: false,
  user_agent: YANDEX_ON_ANDROID,
  last_used_at: '2026-05-02T12:00:00Z',
})

async function open(...sessions: AccountSession[]) {
  serveSessions(sessions)
  const page = openAlone(<OpenSessions />, { as: aUser() })
  return { ...page, section: within(await screen.findByRole('region', { name: TITLE })) }
}

async function openCabinet(...sessions: AccountSession[]) {
  serveMyMemorials([])
  serveSessions(sessions)
  const page = openAt('/profile/settings#devices', { as: aUser() })
  return { ...page, section: within(await screen.findByRole('region', { name: TITLE })) }
}

type Page = Awaited<ReturnType<typeof open>>

async function ask(page: Page, button: string) {
  await page.user.click(await page.section.findByRole('button', { name: button }))
  return within(await screen.findByRole('alertdialog'))
}

/** Words that stand in the list, session by session. */
async function lines(section: Page['section']): Promise<string[]> {
  return (await section.findAllByRole('listitem')).map(({ textContent }) => textContent)
}

it('tells in plain words where the cabinet is open, since when and when it was last used', async () => {
  const { section } = await openCabinet(HERE, PHONE)

  const [here, phone] = await lines(section)
  expect(here).toContain('Chrome на Windows')
  expect(here).toContain('этот сеанс')
  expect(here).toContain('Открыт сейчас')
  expect(phone).toContain('Safari на iPhone')
  expect(phone).toContain('Последний раз: 3 мая 2026')
  expect(phone).toContain('Вход: 20 апреля 2026')
  expect(phone).toContain('Сетевой адрес: 198.51.100.*')
  expect(phone).not.toContain('этот сеанс')
  expect(phone).not.toContain('Mozilla')
})

it('explains itself to who has never heard of sessions', async () => {
  const { section } = await open(HERE)

  expect(section.getByText(/телефоны и компьютеры, на которых вы вошли в кабинет/)).toBeVisible()
  expect(section.getByText(/вам незнакомо, ещё и смените пароль/)).toBeVisible()
})

it('names a device that said nothing of itself, and where nothing is known of its address', async () => {
  const { section } = await open(HERE, aSession({ ...PHONE, user_agent: null, address: null }))

  const [, unknown] = await lines(section)
  expect(unknown).toContain('Неизвестное устройство')
  expect(unknown).not.toContain('Сетевой адрес')
  expect(unknown).not.toContain('null')
})

it('shows what a program calls itself that nobody knows', async () => {
  const { section } = await open(HERE, aSession({ ...PHONE, user_agent: 'pomnim-robot/1.0' }))

  const [, unknown] = await lines(section)
  expect(unknown).toContain('Неизвестное устройство')
  expect(unknown).toContain('pomnim-robot/1.0')
})

it('says that it is open nowhere else, and offers nothing to end', async () => {
  const { section } = await open(HERE)

  expect(await section.findByText('Больше нигде кабинет не открыт.')).toBeVisible()
  expect(section.queryByRole('button')).not.toBeInTheDocument()
})

it('ends one session after asking, and shows what is left', async () => {
  const page = await open(HERE, PHONE)
  serve('delete', `${SESSIONS}/2`, null, 204)

  const question = await ask(page, 'Завершить: Safari на iPhone, последний раз: 3 мая 2026')
  expect(question.getByText(/^Safari на iPhone, последний раз: 3 мая 2026\. Кабинет там закроется/)).toBeVisible()
  expect(requestsTo('delete', `${SESSIONS}/2`)).toHaveLength(0)
  serveSessions([HERE])
  await page.user.click(question.getByRole('button', { name: 'Завершить' }))

  expect(await screen.findByText('Сеанс завершён')).toBeVisible()
  expect(await page.section.findByText('Больше нигде кабинет не открыт.')).toBeVisible()
  expect(await lines(page.section)).toHaveLength(1)
  expect(requestsTo('delete', `${SESSIONS}/2`)).toHaveLength(1)
})

it('keeps the focus near the session that has gone', async () => {
  const page = await open(HERE, PHONE)
  serve('delete', `${SESSIONS}/2`, null, 204)
  const question = await ask(page, 'Завершить: Safari на iPhone, последний раз: 3 мая 2026')
  serveSessions([HERE])
  await page.user.click(question.getByRole('button', { name: 'Завершить' }))
  await page.section.findByText('Больше нигде кабинет не открыт.')

  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(screen.getByRole('region', { name: TITLE })).toContainElement(document.activeElement as HTMLElement)
})

it('ends nothing when one thinks better of it', async () => {
  const page = await open(HERE, PHONE)

  const question = await ask(page, 'Завершить: Safari на iPhone, последний раз: 3 мая 2026')
  await page.user.click(question.getByRole('button', { name: 'Отмена' }))

  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  const button = page.section.getByRole('button', { name: 'Завершить: Safari на iPhone, последний раз: 3 мая 2026' })
  expect(button).toHaveFocus()
})

it('ends all others at once', async () => {
  const page = await open(HERE, PHONE, TABLET)
  expect((await lines(page.section))[2]).toContain('Яндекс Браузер на Android')
  serve('delete', SESSIONS, null, 204)

  const question = await ask(page, 'Завершить все остальные')
  expect(
    question.getByText(/Приглашения хранить страницу, которые ещё не приняли, .*перестанут действовать\./),
  ).toBeVisible()
  serveSessions([HERE])
  await page.user.click(question.getByRole('button', { name: 'Завершить все остальные' }))

  expect(await screen.findByText('Остальные сеансы завершены')).toBeVisible()
  await waitFor(async () => expect(await lines(page.section)).toHaveLength(1))
  expect(requestsTo('delete', SESSIONS)).toHaveLength(1)
})

it('has no button for all where there is one other', async () => {
  const { section } = await open(HERE, PHONE)
  await lines(section)

  expect(section.queryByRole('button', { name: 'Завершить все остальные' })).not.toBeInTheDocument()
})

it('takes a session for ended that was ended from somewhere else', async () => {
  const page = await open(HERE, PHONE)
  refuse('delete', `${SESSIONS}/2`, 404, 'Not Found')

  const question = await ask(page, 'Завершить: Safari на iPhone, последний раз: 3 мая 2026')
  serveSessions([HERE])
  await page.user.click(question.getByRole('button', { name: 'Завершить' }))

  expect(await page.section.findByText('Больше нигде кабинет не открыт.')).toBeVisible()
})

it.each([
  [
    'the server’s own words',
    () => refuse('delete', `${SESSIONS}/2`, 503, 'Сервис временно недоступен.'),
    'Сервис временно недоступен.',
  ],
  [
    'that it failed',
    () => disconnect('delete', `${SESSIONS}/2`),
    'Не удалось завершить сеанс. Пожалуйста, попробуйте позже.',
  ],
])('says %s when a session was not ended, and leaves it in the list', async (_what, arrange, message) => {
  const page = await open(HERE, PHONE)
  arrange()

  const question = await ask(page, 'Завершить: Safari на iPhone, последний раз: 3 мая 2026')
  await page.user.click(question.getByRole('button', { name: 'Завершить' }))

  expect(await screen.findByText(message)).toBeVisible()
  expect(await lines(page.section)).toHaveLength(2)
})

it('leads to the login when this session turns out to be ended itself', async () => {
  const page = await openCabinet(HERE, PHONE)
  refuse('delete', `${SESSIONS}/2`, 401, 'Unauthorized')

  const question = await ask(page, 'Завершить: Safari на iPhone, последний раз: 3 мая 2026')
  await page.user.click(question.getByRole('button', { name: 'Завершить' }))

  expect(await screen.findByText('Ваша сессия истекла. Пожалуйста, войдите снова.')).toBeVisible()
  await waitFor(() => expect(page.address()).toBe('/login'))
  expect(screen.queryByText(/^Не удалось завершить/)).not.toBeInTheDocument()
})

it('says of all others that they were not ended', async () => {
  const page = await open(HERE, PHONE, TABLET)
  disconnect('delete', SESSIONS)

  const question = await ask(page, 'Завершить все остальные')
  await page.user.click(question.getByRole('button', { name: 'Завершить все остальные' }))

  expect(await screen.findByText('Не удалось завершить остальные сеансы. Пожалуйста, попробуйте позже.')).toBeVisible()
})

it('keeps the list that is there when asking anew fails, and says so above it', async () => {
  const page = await openCabinet(HERE, PHONE)
  expect(await lines(page.section)).toHaveLength(2)
  refuse('get', SESSIONS, 500)

  await act(() => page.router.navigate('/my-memorials'))
  await screen.findByRole('heading', { level: 1, name: 'Мои мемориалы' })
  await act(() => page.router.navigate('/profile/settings#devices'))

  const section = within(await screen.findByRole('region', { name: TITLE }))
  expect(await section.findByText('Не удалось обновить список: с прошлого раза он мог измениться.')).toBeVisible()
  expect(await lines(section)).toHaveLength(2)
})

it('says that it is loading, that it failed, and asks again at a press', async () => {
  serveMyMemorials([])
  refuse('get', SESSIONS, 500)
  const release = hold('get', SESSIONS)
  const { user } = openAt('/profile/settings#devices', { as: aUser() })
  const section = within(await screen.findByRole('region', { name: TITLE }))
  expect(await section.findByText('Загрузка...')).toBeVisible()
  release()

  expect(await section.findByText('Не удалось узнать, где открыт ваш кабинет.')).toBeVisible()
  serveSessions([HERE])
  await user.click(section.getByRole('button', { name: 'Повторить' }))

  expect(await lines(section)).toHaveLength(1)
  expect(screen.getByRole('region', { name: TITLE })).toContainElement(document.activeElement as HTMLElement)
})

it('asks anew when one comes back to the cabinet', async () => {
  const page = await openCabinet(HERE, PHONE)
  expect(await lines(page.section)).toHaveLength(2)
  serveSessions([HERE])

  await act(() => page.router.navigate('/my-memorials'))
  await screen.findByRole('heading', { level: 1, name: 'Мои мемориалы' })
  await act(() => page.router.navigate('/profile/settings#devices'))

  await waitFor(async () =>
    expect(await lines(within(await screen.findByRole('region', { name: TITLE })))).toHaveLength(1),
  )
})

it('no longer lists what a change of the password has ended', async () => {
  const page = await openCabinet(HERE, PHONE)
  expect(await lines(page.section)).toHaveLength(2)
  serve('post', 'users/me/change-password', null, 204)
  await act(() => page.router.navigate('/profile/settings#security'))
  await page.user.click(await screen.findByRole('button', { name: 'Изменить пароль' }))
  fireEvent.change(screen.getByLabelText('Текущий пароль'), { target: { value: 'Berezka-1945' } })
  fireEvent.change(screen.getByLabelText('Новый пароль'), { target: { value: 'Ryabina-1961' } })
  fireEvent.change(screen.getByLabelText('Подтверждение пароля'), { target: { value: 'Ryabina-1961' } })
  serveSessions([HERE])
  await page.user.click(screen.getByRole('button', { name: 'Сохранить' }))
  await screen.findByText(/^Пароль изменён\./)
  await act(() => page.router.navigate('/profile/settings#devices'))

  expect(await screen.findByText('Больше нигде кабинет не открыт.')).toBeVisible()
})

it('tells two sessions of one browser apart by when they were used', async () => {
  const older = aSession({ ...PHONE, id: 4, last_used_at: '2026-05-01T12:00:00Z', user_agent: CHROME_ON_WINDOWS })
  const { section } = await open(HERE, aSession({ ...older, id: 5, last_used_at: '2026-05-02T12:00:00Z' }), older)

  const names = (await section.findAllByRole('button', { name: /^Завершить:/ })).map((button) => button.ariaLabel)
  expect(new Set(names).size).toBe(2)
})
