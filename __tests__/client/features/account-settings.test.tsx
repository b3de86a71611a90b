import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { openPage } from '@support/section'
import { disconnect, refuse, requestsTo, serve, serveMyMemorials } from '@support/server'

const CHANGE = 'users/me/change-email'
const DELETE = 'users/me/delete'
const HEIR = 'users/me/heir'
const TIMEOUT_MS = 180_000

async function open(button: string) {
  serveMyMemorials([aMemorial({ id: 7, role: 'owner' })])
  const page = openPage('/profile/settings#account', { as: aUser() })
  const section = within(await screen.findByRole('region', { name: 'Учётная запись' }))
  await page.user.click(await section.findByRole('button', { name: button }))
  return { ...page, section }
}

function write(label: string, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
}

describe('another address', () => {
  function submit(): void {
    write('Новый e-mail', 'novaya@example.ru')
    write('Текущий пароль', 'Berezka-1945')
    fireEvent.click(screen.getByRole('button', { name: 'Отправить письмо' }))
  }

  it(
    'is asked for with the password, and told to wait for its letter',
    async () => {
      serve('post', CHANGE, null, 202)
      const { section } = await open('Изменить адрес')
      expect(screen.getByLabelText('Новый e-mail')).toHaveFocus()
      submit()
      expect(await section.findByText(/Мы отправили письмо на novaya@example\.ru\./)).toBeVisible()
      expect(section.getByText(/^Сейчас owner@example\.ru/)).toBeVisible()
      expect(await requestsTo('post', CHANGE)[0]?.json()).toEqual({
        email: 'novaya@example.ru',
        current_password: 'Berezka-1945',
      })
      expect(section.getByRole('button', { name: 'Изменить адрес' })).toHaveFocus()
    },
    TIMEOUT_MS,
  )

  it.each([
    ['wrong password', () => refuse('post', CHANGE, 400, 'Неверный текущий пароль'), 'Неверный текущий пароль'],
    [
      'own address',
      () => refuse('post', CHANGE, 422, [{ type: 'x', loc: ['body', 'email'], msg: 'Это и есть ваш нынешний адрес.' }]),
      'Это и есть ваш нынешний адрес.',
    ],
    [
      'too many letters',
      () => refuse('post', CHANGE, 429, 'Слишком много запросов. Попробуйте позже.'),
      'Слишком много запросов. Попробуйте позже.',
    ],
    ['broken connection', () => disconnect('post', CHANGE), 'Адрес не изменён. Пожалуйста, попробуйте позже.'],
  ])(
    'is refused with a reason: %s',
    async (_case, arrange, reason) => {
      arrange()
      const { section } = await open('Изменить адрес')
      submit()
      expect((await section.findAllByText(reason, { exact: false })).length).toBeGreaterThan(0)
      expect(screen.getByLabelText('Новый e-mail')).toHaveValue('novaya@example.ru')
    },
    TIMEOUT_MS,
  )
})

describe('the heir', () => {
  it(
    'is named, shown and taken back',
    async () => {
      const { section, user } = await open('Назвать человека')
      serve('put', HEIR, null, 204)
      serve('get', HEIR, { email: 'vnuk@example.ru' })
      await user.type(screen.getByLabelText('E-mail этого человека'), 'vnuk@example.ru')
      await user.click(screen.getByRole('button', { name: 'Сохранить' }))
      expect(await section.findByText('Страницы мы предложим: vnuk@example.ru.')).toBeVisible()
      expect(await requestsTo('put', HEIR)[0]?.json()).toEqual({ email: 'vnuk@example.ru' })
      expect(await section.findByText(/Сейчас назван vnuk@example\.ru\.$/)).toBeVisible()

      serve('get', HEIR, { email: null })
      await user.click(section.getByRole('button', { name: 'Никого не называть' }))
      await user.click(
        within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Никого не называть' }),
      )
      await waitFor(() => expect(section.queryByText(/Сейчас назван/)).not.toBeInTheDocument())
      expect(await requestsTo('put', HEIR)[1]?.json()).toEqual({ email: null })
    },
    TIMEOUT_MS,
  )

  it(
    'is not named when that was refused, and is asked for again when nobody could tell',
    async () => {
      refuse('get', HEIR, 500)
      serveMyMemorials([])
      const { user } = openAt('/profile/settings#account', { as: aUser() })
      expect(await screen.findByText('Не удалось узнать, кому вы оставляете страницы.')).toBeVisible()
      serve('get', HEIR, { email: null })
      await user.click(
        within(
          screen.getByText('Не удалось узнать, кому вы оставляете страницы.').closest('[role=alert]') as HTMLElement,
        ).getByRole('button', { name: 'Повторить' }),
      )
      await user.click(await screen.findByRole('button', { name: 'Назвать человека' }))
      const msg = 'Это ваш собственный адрес.'
      refuse('put', HEIR, 422, [{ type: 'x', loc: ['body', 'email'], msg }])
      await user.type(screen.getByLabelText('E-mail этого человека'), 'owner@example.ru')
      await user.click(screen.getByRole('button', { name: 'Сохранить' }))
      expect((await screen.findAllByText(msg)).length).toBeGreaterThan(0)
    },
    TIMEOUT_MS,
  )
})

describe('the end of an account', () => {
  const dialog = async () => within(await screen.findByRole('alertdialog'))
  async function ask() {
    const page = await open('Удалить аккаунт')
    write('Текущий пароль', 'Berezka-1945')
    await page.user.click(page.section.getByRole('button', { name: 'Удалить аккаунт' }))
    return page
  }

  it(
    'says first what follows, and asks once more before anything is sent',
    async () => {
      const { section, user } = await ask()
      expect(section.getByText(/14 дней можно будет вернуться/)).toBeInTheDocument()
      const cancel = (await dialog()).getByRole('button', { name: 'Отмена' })
      expect(cancel).toHaveFocus()
      await user.click(cancel)
      await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
      expect(requestsTo('post', DELETE)).toHaveLength(0)
      expect(screen.getByLabelText('Текущий пароль')).toHaveValue('Berezka-1945')
    },
    TIMEOUT_MS,
  )

  it(
    'tells the day and the way back, and forgets the account here',
    async () => {
      serve('post', DELETE, { destroyed_at: '2026-12-07T09:00:00.000Z' }, 202)
      const { user, address, store } = await ask()
      await user.click((await dialog()).getByRole('button', { name: 'Да, удалить' }))
      expect(await screen.findByRole('heading', { level: 1, name: 'Аккаунт удалён' })).toBeVisible()
      expect(screen.getByText(/Вернуться можно до 7 декабря 2026/)).toBeVisible()
      expect(screen.getByText(/откройте ссылку из письма/)).toBeVisible()
      await waitFor(() => expect(store.getState().session.accountToken).toBeUndefined())
      expect(address()).toBe('/account-deleted')
      expect(await requestsTo('post', DELETE)[0]?.json()).toEqual({ current_password: 'Berezka-1945' })
      expect(requestsTo('post', 'auth/logout')).toHaveLength(0)
    },
    TIMEOUT_MS,
  )

  it.each([
    ['wrong password', 400, 'Неверный текущий пароль'],
    ['too often', 429, 'Учётную запись удаляли уже несколько раз за день. Попробуйте, пожалуйста, завтра.'],
    ['failure', 500, undefined],
  ])(
    'does not come when it was refused: %s',
    async (_case, status, reason) => {
      refuse('post', DELETE, status, reason)
      const { user, section, address } = await ask()
      await user.click((await dialog()).getByRole('button', { name: 'Да, удалить' }))
      const words = reason ?? 'Аккаунт не удалён. Пожалуйста, попробуйте позже.'
      expect((await section.findAllByText(words)).length).toBeGreaterThan(0)
      await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
      expect(address()).toBe('/profile/settings')
    },
    TIMEOUT_MS,
  )
})
