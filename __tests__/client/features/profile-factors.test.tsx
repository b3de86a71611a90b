import { screen, waitFor, within } from '@testing-library/react'
import type { Factor } from '@contract/factors'
import { aUser } from '@support/factories'
import { openAt } from '@support/render'
import { refuse, requestsTo, serve, serveMyMemorials, serveSessions } from '@support/server'

const FACTORS = 'users/me/factors'
/** The first screen loads all that the cabinet needs. */
const SLOW = { timeout: 30_000 }
const CODES = ['abcd-efgh-jkmn', 'bcde-fghj-kmnp']
const PHONE: Factor = {
  id: 7,
  kind: 'code',
  name: 'Мой телефон',
  created_at: '2026-05-01T12:00:00.000Z',
  last_used_at: null,
}

function serveFactors(result: Factor[], recovery_codes_left = result.length > 0 ? 10 : 0): void {
  serve('get', FACTORS, { result, recovery_codes_left })
}

async function open(factors: Factor[], { left }: { left?: number } = {}) {
  serveMyMemorials([])
  serveSessions([])
  serveFactors(factors, left)
  const page = openAt('/profile/settings#security', { as: aUser() })
  const section = within(await screen.findByRole('region', { name: 'Защита входа' }, SLOW))
  return { ...page, section }
}

it('says in plain words what a second way in is for', async () => {
  const { section } = await open([])
  expect(section.getByText(/одного пароля чужому человеку не хватит/)).toBeVisible()
  expect(await section.findByText(/шесть цифр, которые показывает приложение/)).toBeVisible()
})

it('connects a program for codes by a QR code, and shows the recovery codes once', async () => {
  const { section, user } = await open([])
  serve('post', `${FACTORS}/code`, { id: 7, secret: 'ABCDEFGHIJKLMNOP', otpauth_url: 'otpauth://totp/x?secret=A' }, 201)
  serve('post', `${FACTORS}/code/7/confirm`, { recovery_codes: CODES })

  await user.click(await section.findByRole('button', { name: 'Подключить коды' }))
  await user.type(section.getByLabelText('Название'), 'Мой телефон')
  await user.click(section.getByRole('button', { name: 'Продолжить' }))
  expect(await section.findByText('ABCD EFGH IJKL MNOP')).toBeVisible()
  expect(await section.findByRole('img', { name: /QR-код/ })).toHaveAttribute(
    'src',
    expect.stringMatching(/^data:image/),
  )

  serveFactors([PHONE])
  await user.type(section.getByLabelText('Код из приложения'), '123456')
  await user.click(section.getByRole('button', { name: 'Подключить' }))

  const shown = within(await section.findByRole('list', { name: 'Коды восстановления' }))
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES)
  expect(await requestsTo('post', `${FACTORS}/code/7/confirm`)[0]?.json()).toEqual({ code: '123456' })
  expect(await section.findByText('Мой телефон')).toBeVisible()

  await user.click(section.getByRole('button', { name: 'Скопировать' }))
  expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'))
  await user.click(section.getByRole('button', { name: 'Коды сохранены' }))
  expect(section.queryByText(CODES[0] ?? '')).not.toBeInTheDocument()
})

it('says that a code was wrong, and takes another', async () => {
  const { section, user } = await open([])
  serve('post', `${FACTORS}/code`, { id: 7, secret: 'ABCD', otpauth_url: 'otpauth://totp/x?secret=A' }, 201)
  refuse('post', `${FACTORS}/code/7/confirm`, 400, { code: 'FACTOR_BAD_CODE', reason: 'Код не подошёл.' })
  await user.click(await section.findByRole('button', { name: 'Подключить коды' }))
  await user.type(section.getByLabelText('Название'), 'Телефон')
  await user.click(section.getByRole('button', { name: 'Продолжить' }))
  await user.type(await section.findByLabelText('Код из приложения'), '000000')
  await user.click(section.getByRole('button', { name: 'Подключить' }))
  expect(await section.findByText(/на телефоне верное время/)).toBeVisible()
  expect(section.getByLabelText('Код из приложения')).toHaveValue('')
})

it('removes the last one after a question that says what follows', async () => {
  const { section, user } = await open([PHONE])
  serve('delete', `${FACTORS}/7`, null, 204)
  await user.click(await section.findByRole('button', { name: 'Удалить: Мой телефон' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/для входа хватит одного пароля/)).toBeVisible()
  serveFactors([])
  await user.click(question.getByRole('button', { name: 'Удалить' }))
  await waitFor(() => expect(section.queryByText('Мой телефон')).not.toBeInTheDocument())
})

it('makes recovery codes for who has none yet', async () => {
  const { section, user } = await open([{ ...PHONE, kind: 'passkey', name: 'Ноутбук' }], { left: 0 })
  serve('post', `${FACTORS}/recovery-codes`, { recovery_codes: CODES })
  await user.click(await section.findByRole('button', { name: 'Сделать коды' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Сделать коды' }))
  expect(await section.findByText(CODES[1] ?? '')).toBeVisible()
})

it('says how many recovery codes are left', async () => {
  const { section } = await open([PHONE], { left: 3 })
  expect(await section.findByText(/Осталось: 3 кода\./)).toBeVisible()
})

it('offers no passkey where the browser has none', async () => {
  const { section } = await open([])
  await section.findByRole('button', { name: 'Подключить коды' })
  expect(section.queryByRole('button', { name: 'Подключить ключ доступа' })).not.toBeInTheDocument()
})

it('asks a moderator without one for it, and shows no reports until then', async () => {
  serve('get', 'memories/pending', { result: [], total: 0 })
  serveMyMemorials([])
  openAt('/profile/words', { as: aUser({ is_moderator: true, factor_missing: true }) })
  expect(await screen.findByText(/Вы модератор, но пока входите с одним паролем/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Подключить' })).toHaveAttribute('href', '/profile/settings#protection')
  expect(requestsTo('get', 'reports/pending')).toHaveLength(0)
})
