import { screen, within } from '@testing-library/react'
import { aUser } from '@support/factories'
import { openAt } from '@support/render'
import { openPage } from '@support/section'
import { refuse, requestsTo, serve } from '@support/server'

const TOKEN = 'iz-pisma'

describe.each([
  ['/confirm-email', 'users/confirm-email', 'Подтвердить адрес', 'Адрес подтверждён', 'Не удалось подтвердить адрес.'],
  [
    '/factor-recovery',
    'auth/factor-recovery/finish',
    'Вернуть доступ',
    'Доступ возвращён',
    'Ссылка устарела или больше не действует.',
  ],
  ['/return', 'users/return', 'Вернуть аккаунт', 'Вы вернулись', 'Не удалось вернуть аккаунт.'],
])('the link to %s', (path, call, label, done, failed) => {
  it('does nothing before a press, and leaves no token in the address', async () => {
    serve('post', call, null, 204)
    const { user, address } = openAt(`${path}?token=${TOKEN}`)
    const button = await screen.findByRole('button', { name: label })
    expect(requestsTo('post', call)).toHaveLength(0)
    await user.click(button)
    expect(await screen.findByRole('heading', { level: 1, name: done })).toBeVisible()
    expect(await requestsTo('post', call)[0]?.json()).toEqual({ token: TOKEN })
    expect(address()).toBe(path)
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'Войти' })).toHaveAttribute('href', '/login')
  })

  it('tells why it did not work, and may be pressed again', async () => {
    refuse('post', call, 400, 'Ссылка больше не действует.')
    const { user } = openPage(`${path}?token=${TOKEN}`)
    await user.click(await screen.findByRole('button', { name: label }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Ссылка больше не действует.')
    refuse('post', call, 500)
    await user.click(await screen.findByRole('button', { name: label }))
    expect(await screen.findByText(new RegExp(failed))).toBeVisible()
    serve('post', call, null, 204)
    await user.click(await screen.findByRole('button', { name: label }))
    expect(await screen.findByRole('heading', { level: 1, name: done })).toBeVisible()
  })

  it('says when a part of it is missing', async () => {
    openPage(path)
    expect(await screen.findByRole('alert')).toHaveTextContent('В ссылке не хватает части.')
    expect(screen.queryByRole('button', { name: label })).not.toBeInTheDocument()
  })
})

it('leads whoever is signed in back to the cabinet with the new address', async () => {
  serve('post', 'users/confirm-email', null, 204)
  const { user } = openPage(`/confirm-email?token=${TOKEN}`, { as: aUser() })
  await user.click(await screen.findByRole('button', { name: 'Подтвердить адрес' }))
  expect(await screen.findByRole('link', { name: 'В личный кабинет' })).toHaveAttribute('href', '/profile')
})

it('tells whoever opens the page of the deletion by itself how long there is a way back', async () => {
  openPage('/account-deleted')
  expect(await screen.findByText(/Вернуться можно в течение 14 дней/)).toBeVisible()
})

describe('the link to a page that was destroyed', () => {
  const CALL = 'memorial/return'
  const open = () => openPage(`/return?token=${TOKEN}&what=page`)

  it('brings the page back by a press, leads to it, and leaves no token in the address', async () => {
    serve('post', CALL, { id: 7 })
    const { user, address } = open()
    await user.click(await screen.findByRole('button', { name: 'Вернуть страницу' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Страница на месте' })).toBeVisible()
    expect(await requestsTo('post', CALL)[0]?.json()).toEqual({ token: TOKEN })
    expect(address()).toBe('/return')
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'Открыть страницу' })).toHaveAttribute('href', '/memorials/7')
  })

  it('says that it came too late', async () => {
    refuse('post', CALL, 404, 'Not Found')
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Вернуть страницу' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Эта ссылка больше не действует: прошло больше трёх суток',
    )
  })
})

describe('the link of a letter about what somebody else did', () => {
  const open = () => openPage(`/not-me?token=${TOKEN}`)

  it('undoes it by a press, tells of the letter, and leaves no token in the address', async () => {
    serve('post', 'auth/not-me', null, 204)
    const { user, address } = open()
    const button = await screen.findByRole('button', { name: 'Это не я' })
    expect(requestsTo('post', 'auth/not-me')).toHaveLength(0)
    await user.click(button)
    expect(await screen.findByRole('heading', { level: 1, name: 'Всё вернули на место' })).toBeVisible()
    expect(await requestsTo('post', 'auth/not-me')[0]?.json()).toEqual({ token: TOKEN })
    expect(address()).toBe('/not-me')
  })

  it('says what to do when it comes too late', async () => {
    refuse('post', 'auth/not-me', 404, 'Not Found')
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Это не я' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Задайте новый пароль через «Забыли пароль?»')
  })
})

describe('a mistyped address that was never confirmed', () => {
  const CHANGE = 'users/me/change-email'

  async function open() {
    const page = openPage('/verify-email', { as: aUser({ is_verified: false }) })
    await page.user.click(await screen.findByRole('button', { name: 'Исправить адрес' }))
    await page.user.type(screen.getByLabelText('Правильный e-mail'), 'anna@example.ru')
    await page.user.type(screen.getByLabelText('Пароль'), 'Berezka-1945')
    return page
  }

  it('is corrected where its confirmation is awaited', async () => {
    serve('post', CHANGE, null, 202)
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Отправить письмо' }))
    expect(
      await screen.findByText(/Мы отправили письмо на anna@example\.ru\. Откройте ссылку из него, и/),
    ).toBeVisible()
    expect(screen.getByRole('button', { name: 'Исправить адрес' })).toHaveFocus()
    expect(await requestsTo('post', CHANGE)[0]?.json()).toEqual({
      email: 'anna@example.ru',
      current_password: 'Berezka-1945',
    })
  })

  it('stays when the password is wrong', async () => {
    refuse('post', CHANGE, 400, 'Неверный текущий пароль')
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Отправить письмо' }))
    expect((await screen.findAllByText('Неверный текущий пароль')).length).toBeGreaterThan(0)
    expect(screen.getByLabelText('Правильный e-mail')).toHaveValue('anna@example.ru')
  })

  it('is not asked of guests', async () => {
    openPage('/verify-email', { state: { email: 'anna@example.ru' } })
    expect(await screen.findByText(/Мы отправили письмо на anna@example\.ru/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Исправить адрес' })).not.toBeInTheDocument()
  })
})
