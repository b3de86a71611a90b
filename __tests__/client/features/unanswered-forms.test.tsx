import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { recordResponseSource } from '@client/lib/connection'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { openEditPart } from '@support/section'
import {
  disconnect,
  type Method,
  refuse,
  requestsTo,
  serve,
  serveKeepers,
  serveMemorial,
  serveMyMemorials,
  server,
} from '@support/server'
import '@support/intersection-observer'

/** What a form says and does when no answer comes to it. */

const TIMEOUT_MS = 180_000
/** The first screen of a file is loaded before it is shown. */
const SLOW = { timeout: 30_000 }
const SENT_BY_ITSELF = /Сейчас нет связи\. Написанное не пропадёт: отправим, как только связь появится\.$/
const SENT_BY_PRESS = /Написанное не пропадёт: когда связь наладится, отправьте ещё раз одним нажатием\.$/

let online: jest.SpyInstance<boolean>
beforeEach(() => {
  online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  serveMyMemorials([])
})
afterEach(() => {
  recordResponseSource(true)
  jest.restoreAllMocks()
})

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

async function comeBack(): Promise<void> {
  online.mockReturnValue(true)
  await act(async () => {
    window.dispatchEvent(new Event('online'))
    await Promise.resolve()
  })
}

async function openKeepers(): Promise<void> {
  serveMemorial(aMemorial({ id: 7, user_id: 1 }))
  serveKeepers(7, [{ user_id: 1, email: 'sestra@example.ru', display_name: null, role: 'owner' }])
  const { user } = openAt('/memorials/7', { as: aUser({ id: 1 }) })
  await user.click(await screen.findByText('Редактировать', {}, SLOW))
  await openEditPart('Кто хранит страницу')
}

async function openSetting(button: string, group = 'account'): Promise<void> {
  const { user } = openAt(`/profile/settings#${group}`, { as: aUser({ has_pin: false }) })
  await user.click(await screen.findByRole('button', { name: button }, SLOW))
}

interface OneForm {
  method: Method
  path: string
  open: () => Promise<void>
  /** Fields by their labels. */
  filled: Record<string, string>
  submit: string
  consents?: boolean
}

const FORMS: Record<string, OneForm> = {
  'an invitation to keep the page': {
    method: 'post',
    path: 'memorial/7/keepers',
    open: openKeepers,
    filled: { 'E-mail близкого человека': 'brat@example.ru' },
    submit: 'Пригласить',
  },
  'an offer of the page': {
    method: 'post',
    path: 'memorial/7/hand-over',
    async open() {
      await openKeepers()
      fireEvent.click(await screen.findByRole('button', { name: 'Передать страницу другому человеку' }))
    },
    filled: { 'E-mail нового владельца': 'brat@example.ru', 'Текущий пароль': 'Berezka-1945' },
    submit: 'Предложить страницу',
  },
  'a request to be let in': {
    method: 'post',
    path: 'memorial/8/access-requests',
    async open() {
      refuse('get', 'memorial/8', 403, 'Страница закрыта. Введите PIN-код.')
      const { user } = openAt('/memorials/8')
      await user.click(await screen.findByRole('button', { name: 'Попросить впустить меня' }, SLOW))
    },
    filled: { 'Ваше имя': 'Вера', 'E-mail': 'vera@example.ru' },
    submit: 'Передать просьбу',
    consents: true,
  },
  'a report': {
    method: 'post',
    path: 'memorial/7/report',
    async open() {
      serveMemorial(aMemorial({ id: 7, user_id: 2 }))
      const { user } = openAt('/memorials/7')
      await user.click(await screen.findByRole('button', { name: 'Сообщить о странице' }, SLOW))
      await user.click(await screen.findByRole('radio', { name: 'Другое' }, SLOW))
    },
    filled: { 'Несколько слов': 'Это не он.' },
    submit: 'Отправить',
  },
  'a promo code': {
    method: 'post',
    path: 'promo-codes/apply',
    async open() {
      openAt('/profile/settings#extras', { as: aUser() })
      await screen.findByLabelText('Промокод', {}, SLOW)
    },
    filled: { Промокод: 'POMNIM' },
    submit: 'Применить',
  },
  'a first PIN': {
    method: 'post',
    path: 'users/me/set-pin',
    open: () => openSetting('Установить PIN-код', 'security'),
    filled: { 'PIN-код': '0517' },
    submit: 'Сохранить',
  },
  'another address of the account': {
    method: 'post',
    path: 'users/me/change-email',
    open: () => openSetting('Изменить адрес'),
    filled: { 'Новый e-mail': 'novaya@example.ru', 'Текущий пароль': 'Berezka-1945' },
    submit: 'Отправить письмо',
  },
  'the heir': {
    method: 'put',
    path: 'users/me/heir',
    open: () => openSetting('Назвать человека'),
    filled: { 'E-mail этого человека': 'vnuk@example.ru' },
    submit: 'Сохранить',
  },
}

async function send({ open, filled, consents, submit }: OneForm): Promise<void> {
  await open()
  for (const [label, value] of Object.entries(filled)) type(new RegExp(`^${label}`), value)
  if (consents) fireEvent.click(screen.getByRole('checkbox'))
  press(submit)
}

function expectFilled({ filled }: OneForm): void {
  for (const [label, value] of Object.entries(filled)) {
    expect(screen.getByLabelText(new RegExp(`^${label}`))).toHaveValue(value)
  }
}

describe.each(Object.entries(FORMS))('%s', (_what, form) => {
  const { method, path, submit } = form

  it(
    'without a connection stays as it was typed, and is sent by itself once there is one',
    async () => {
      disconnect(method, path)
      online.mockReturnValue(false)
      await send(form)

      expect(await screen.findByText(SENT_BY_ITSELF)).toBeVisible()
      expectFilled(form)
      expect(requestsTo(method, path)).toHaveLength(1)

      serve(method, path, { tariff_title: 'Тариф' })
      await comeBack()
      await waitFor(() => expect(requestsTo(method, path)).toHaveLength(2))
      await waitFor(() => expect(screen.queryByText(SENT_BY_ITSELF)).not.toBeInTheDocument())
    },
    TIMEOUT_MS,
  )

  it(
    'whose answer did not come stays as it was typed, and is sent again by one press alone',
    async () => {
      disconnect(method, path)
      await send(form)

      expect(await screen.findByText(SENT_BY_PRESS)).toBeVisible()
      expectFilled(form)
      // It may have arrived: a second one by itself would be one too many.
      await comeBack()
      expect(requestsTo(method, path)).toHaveLength(1)

      serve(method, path, { tariff_title: 'Тариф' })
      press(submit)
      await waitFor(() => expect(requestsTo(method, path)).toHaveLength(2))
      await waitFor(() => expect(screen.queryByText(SENT_BY_PRESS)).not.toBeInTheDocument())
    },
    TIMEOUT_MS,
  )
})

describe('a connection that breaks while a form is sent', () => {
  /** The request leaves, its answer is lost. */
  function breakDuring(method: 'post' | 'patch', path: string): void {
    server.use(
      http[method](`*/api/v1/${path}`, () => {
        online.mockReturnValue(false)
        return HttpResponse.error()
      }),
    )
  }

  it(
    'lets what may be sent twice go again by itself',
    async () => {
      serveMemorial(aMemorial({ id: 7, user_id: 1 }))
      const { user } = openAt('/memorials/7', { as: aUser({ id: 1 }) })
      await user.click(await screen.findByText('Редактировать', {}, SLOW))
      await user.click(await screen.findByText('Изменить имя'))
      type(/^Фамилия/, 'Орлова')
      breakDuring('patch', 'memorial/update/7/')
      press('Сохранить')
      expect(await screen.findByText(SENT_BY_ITSELF)).toBeVisible()

      serve('patch', 'memorial/update/7/', aMemorial({ id: 7, user_id: 1, lastname: 'Орлова' }))
      await comeBack()
      await waitFor(() => expect(requestsTo('patch', 'memorial/update/7/')).toHaveLength(2))
      expect(await screen.findByText('Имя сохранено')).toBeVisible()
    },
    TIMEOUT_MS,
  )

  it(
    'leaves what would arrive twice to one press',
    async () => {
      const form = FORMS['a request to be let in'] as OneForm
      breakDuring('post', form.path)
      await send(form)
      expect(await screen.findByText(SENT_BY_PRESS)).toBeVisible()
      await comeBack()
      expect(requestsTo('post', form.path)).toHaveLength(1)
    },
    TIMEOUT_MS,
  )
})

it(
  'a form of a page that the device gave waits for a connection, also where the browser sees one',
  async () => {
    serveMemorial(aMemorial({ id: 7, user_id: 1 }))
    const { user } = openAt('/memorials/7', { as: aUser({ id: 1 }) })
    await user.click(await screen.findByText('Редактировать', {}, SLOW))
    await user.click(await screen.findByText('Изменить имя'))
    type(/^Фамилия/, 'Орлова')
    disconnect('patch', 'memorial/update/7/')
    act(() => recordResponseSource(false))
    press('Сохранить')
    expect(await screen.findByText(SENT_BY_ITSELF)).toBeVisible()
  },
  TIMEOUT_MS,
)

it(
  'the deletion of an account is never asked for again by itself',
  async () => {
    await openSetting('Удалить аккаунт')
    type('Текущий пароль', 'Berezka-1945')
    disconnect('post', 'users/me/delete')
    online.mockReturnValue(false)
    fireEvent.click(screen.getAllByRole('button', { name: 'Удалить аккаунт' }).at(-1) as HTMLElement)
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Да, удалить' }))
    expect((await screen.findAllByText('Аккаунт не удалён. Пожалуйста, попробуйте позже.')).length).toBeGreaterThan(0)
    await comeBack()
    expect(screen.queryByText(SENT_BY_ITSELF)).not.toBeInTheDocument()
    expect(requestsTo('post', 'users/me/delete')).toHaveLength(1)
  },
  TIMEOUT_MS,
)
