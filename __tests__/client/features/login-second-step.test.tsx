import { screen, waitFor } from '@testing-library/react'
import { aUser } from '@support/factories'
import { openAt } from '@support/render'
import { refuse, requestsTo, serve, serveMe, serveMyMemorials } from '@support/server'

const TICKET = 'a-ticket'

/** Somebody whose password was right, and who is asked for more. */
async function open(kinds: string[] = ['code']) {
  serve('post', 'auth/login', { access_token: null, token_type: null, factor_needed: true, ticket: TICKET, kinds })
  const page = openAt('/login')
  await page.user.type(await screen.findByLabelText('E-mail'), 'owner@example.ru')
  await page.user.type(screen.getByLabelText('Пароль'), 'Berezka-1945')
  await page.user.click(screen.getByRole('button', { name: 'Войти' }))
  await screen.findByText('Пароль верный. Осталось подтвердить, что это вы.')
  return page
}

function acceptFactor(): void {
  serve('post', 'auth/login/factor', { access_token: 'account-token', token_type: 'bearer' })
  serveMe(aUser())
  serveMyMemorials([])
}

const sent = () => requestsTo('post', 'auth/login/factor').at(-1)?.json() as Promise<unknown>

it('asks for the code of the program, and leads to the cabinet', async () => {
  const { user, address } = await open()
  acceptFactor()
  await user.type(screen.getByLabelText('Код из приложения'), '123 456')
  await user.click(screen.getByRole('button', { name: 'Войти' }))
  await waitFor(() => expect(address()).toBe('/profile'))
  expect(await sent()).toEqual({ ticket: TICKET, code: '123456' })
})

it('takes a recovery code from who has not the telephone', async () => {
  const { user, address } = await open()
  acceptFactor()
  await user.click(screen.getByRole('button', { name: 'Ввести код восстановления' }))
  await user.type(screen.getByLabelText('Код восстановления'), 'abcd-efgh-jkmn')
  await user.click(screen.getByRole('button', { name: 'Войти' }))
  await waitFor(() => expect(address()).toBe('/profile'))
  expect(await sent()).toEqual({ ticket: TICKET, recovery_code: 'abcd-efgh-jkmn' })
})

it('says that the code was wrong, and takes another', async () => {
  const { user } = await open()
  refuse('post', 'auth/login/factor', 400, { code: 'FACTOR_BAD_CODE', reason: 'Код не подошёл. Проверьте его.' })
  await user.type(screen.getByLabelText('Код из приложения'), '000000')
  await user.click(screen.getByRole('button', { name: 'Войти' }))
  expect((await screen.findAllByText('Код не подошёл. Проверьте его.')).length).toBeGreaterThan(0)
  expect(screen.getByLabelText('Код из приложения')).toHaveValue('')
})

it('begins again with the password when it took too long', async () => {
  const { user } = await open()
  const reason = 'Прошло больше пяти минут. Пожалуйста, введите пароль ещё раз.'
  refuse('post', 'auth/login/factor', 400, { code: 'FACTOR_BAD_TICKET', reason })
  await user.type(screen.getByLabelText('Код из приложения'), '123456')
  await user.click(screen.getByRole('button', { name: 'Войти' }))
  expect(await screen.findByLabelText('Пароль')).toBeVisible()
  expect((await screen.findAllByText(reason)).length).toBeGreaterThan(0)
})

it('offers a way back through the mailbox to who has lost everything', async () => {
  const { user } = await open()
  serve('post', 'auth/factor-recovery', null, 202)
  await user.click(screen.getByRole('button', { name: 'Ничего этого у меня больше нет' }))
  await user.click(await screen.findByRole('button', { name: 'Отправить письмо' }))
  expect(await screen.findByText(/через 3 суток придёт ещё одно/)).toBeVisible()
  expect(await requestsTo('post', 'auth/factor-recovery')[0]?.json()).toEqual({ ticket: TICKET })
})

it('says where passkeys can be shown to who opens a browser without them', async () => {
  await open(['passkey'])
  expect(screen.getByText(/не умеет показывать ключи доступа/)).toBeVisible()
  expect(screen.queryByLabelText('Код из приложения')).not.toBeInTheDocument()
})
