import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { CONSENT_VERSION } from '@contract/consent'
import type { Memorial } from '@contract/memorial'
import type { User } from '@contract/user'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { refuse, requestsTo, serve, serveMemorial } from '@support/server'
import '@support/intersection-observer'

const TIMEOUT_MS = 180_000
/** The first screen of a file is loaded before it is shown. */
const SLOW = { timeout: 30_000 }
const REPORT = 'memorial/7/report'
const BUTTON = { name: 'Сообщить о странице' }
const SENT = /Спасибо, что написали\. Мы посмотрим страницу/
const TOO_MANY = 'Вы уже отправили нам несколько сообщений. Попробуйте, пожалуйста, через час.'

async function openPage(as?: User, memorial: Partial<Memorial> = {}) {
  serveMemorial(aMemorial({ id: 7, user_id: 1, ...memorial }))
  const page = openAt('/memorials/7', as && { as })
  await screen.findByRole('heading', { level: 1 }, SLOW)
  return page
}

async function openForm(as?: User) {
  const page = await openPage(as)
  await page.user.click(await screen.findByRole('button', BUTTON))
  const dialog = within(await screen.findByRole('dialog', BUTTON, SLOW))
  const type = (name: RegExp, value: string) =>
    fireEvent.change(dialog.getByRole('textbox', { name }), { target: { value } })
  const send = () => page.user.click(dialog.getByRole('button', { name: 'Отправить' }))
  return { ...page, dialog, type, send }
}

const sent = async () => (await requestsTo('post', REPORT)[0]?.json()) as object

describe('a reader', () => {
  it(
    'reports a page without an e-mail, agrees to nothing, and is thanked',
    async () => {
      serve('post', REPORT, null, 202)
      const { user, dialog, type, send } = await openForm()
      expect(dialog.getAllByRole('radio')).toHaveLength(5)
      await user.click(dialog.getByRole('radio', { name: 'Это мой близкий, и я этого не хочу' }))
      type(/^Несколько слов/, 'Я его дочь.')
      expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument()
      await send()
      const thanks = await screen.findByText(SENT)
      expect(thanks).toBeVisible()
      expect(thanks).not.toHaveTextContent('почту')
      expect(await sent()).toEqual({ reason: 'not_mine', text: 'Я его дочь.', email: null })

      await user.click(dialog.getByRole('button', { name: 'Закрыть' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
      expect(screen.getByRole('button', BUTTON)).toHaveFocus()
    },
    TIMEOUT_MS,
  )

  it(
    'who wants an answer gives an e-mail and the consent',
    async () => {
      serve('post', REPORT, null, 202)
      const { user, dialog, type, send } = await openForm()
      await user.click(dialog.getByRole('radio', { name: /адрес, телефон/ }))
      type(/^E-mail/, 'oleg@example')
      await send()
      expect(await dialog.findByText('Пожалуйста, введите корректный email адрес.')).toBeVisible()
      type(/^E-mail/, 'oleg@example.ru')
      await send()
      expect(requestsTo('post', REPORT)).toEqual([])
      expect(dialog.getByRole('checkbox')).toBeInvalid()
      await user.click(dialog.getByRole('checkbox'))
      await send()
      expect(await screen.findByText(SENT)).toHaveTextContent('О решении напишем вам на почту.')
      expect(await sent()).toEqual({
        reason: 'private',
        text: '',
        email: 'oleg@example.ru',
        consent_version: CONSENT_VERSION,
      })
    },
    TIMEOUT_MS,
  )

  it(
    'has to choose what is wrong, and to write words where nothing of the list fits',
    async () => {
      const { user, dialog, send } = await openForm()
      await send()
      expect(await dialog.findByText('Пожалуйста, выберите, что случилось')).toBeVisible()
      expect(dialog.getByRole('radiogroup', { name: 'Что случилось' })).toHaveFocus()
      await user.click(dialog.getByRole('radio', { name: 'Другое' }))
      await send()
      expect(await dialog.findByText(/напишите несколько слов: так мы поймём/)).toBeVisible()
      expect(dialog.getByRole('textbox', { name: /^Несколько слов/ })).toHaveFocus()
      expect(requestsTo('post', REPORT)).toEqual([])
    },
    TIMEOUT_MS,
  )

  it(
    'is told kindly to wait after too many reports, and nothing typed is lost',
    async () => {
      refuse('post', REPORT, 429, TOO_MANY)
      const { user, dialog, type, send } = await openForm()
      await user.click(dialog.getByRole('radio', { name: 'Другое' }))
      type(/^Несколько слов/, 'Это не его фотография.')
      await send()
      expect(await dialog.findByText(TOO_MANY)).toBeVisible()
      expect(dialog.getByRole('textbox', { name: /^Несколько слов/ })).toHaveValue('Это не его фотография.')

      serve('post', REPORT, null, 202)
      await send()
      expect(await screen.findByText(SENT)).toBeVisible()
    },
    TIMEOUT_MS,
  )
})

it(
  'a closed page offers it too',
  async () => {
    server403()
    openAt('/memorials/7')
    expect(await screen.findByText('Эту страницу семья пока хранит для себя', undefined, SLOW)).toBeVisible()
    expect(screen.getByRole('button', BUTTON)).toBeVisible()
  },
  TIMEOUT_MS,
)

it.each([
  ['the owner', aUser({ id: 1 }), {}],
  ['a keeper', aUser({ id: 2 }), { role: 'keeper' as const }],
])(
  '%s is not offered to report the page',
  async (_who, as, memorial) => {
    await openPage(as, memorial)
    expect(await screen.findByText('Редактировать')).toBeVisible()
    expect(screen.queryByRole('button', BUTTON)).not.toBeInTheDocument()
  },
  TIMEOUT_MS,
)

function server403(): void {
  refuse('get', 'memorial/7', 403, 'Страница закрыта. Введите PIN-код.')
}
