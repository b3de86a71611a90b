import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { CONFIRMATION_NEEDED } from '@contract/errors'
import { API_BASE_PATH } from '@contract/paths'
import { signedOut } from '@client/session/session-slice'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { openEditPart, openPage } from '@support/section'
import { refuse, requestsTo, serve, serveKeepers, serveMemorial, serveMyMemorials, server } from '@support/server'
import '@support/intersection-observer'

const TIMEOUT_MS = 180_000
const PASSWORD = 'Berezka-1945'
const CODE = '123456'
const MADE = '2026-11-01T10:00:00Z'
const NEEDED = { detail: { code: CONFIRMATION_NEEDED, reason: 'Подтвердите, пожалуйста, что это вы.' } }
const ADDRESS = { download_path: '/exports/1/all?expires=1&signature=all' }

const downloads: string[] = []
let isFresh = false

beforeEach(() => {
  downloads.length = 0
  isFresh = false
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    if (this.hasAttribute('download')) downloads.push(this.getAttribute('href') ?? '')
  })
})

/** Does what is asked once the right password has confirmed that it is the account's holder. */
function serveOnceFresh(method: 'post' | 'put' | 'delete', path: string, body: object | null, status: number): void {
  server.use(
    http[method](`${location.origin}${API_BASE_PATH}/${path}`, () =>
      isFresh
        ? status === 204
          ? new HttpResponse(null, { status })
          : HttpResponse.json(body, { status })
        : HttpResponse.json(NEEDED, { status: 403 }),
    ),
    http.post(`${location.origin}${API_BASE_PATH}/auth/confirm`, async ({ request }) => {
      const { password, code, passkey } = (await request.json()) as Record<string, unknown>
      if (password !== PASSWORD && code !== CODE && !passkey) {
        const detail = { code: 'LOGIN_BAD_CREDENTIALS', reason: 'Неверный текущий пароль' }
        return HttpResponse.json({ detail }, { status: 400 })
      }
      isFresh = true
      return new HttpResponse(null, { status: 204 })
    }),
  )
}

async function pressDownloadAll() {
  serveMyMemorials([aMemorial({ id: 7, role: 'owner' })])
  const page = openPage('/profile/settings#data', { as: aUser() })
  const button = await screen.findByRole('button', { name: 'Скачать все страницы' })
  await page.user.click(button)
  return { ...page, button }
}

const dialog = () => screen.findByRole('dialog', { name: 'Подтвердите, что это вы' })

it(
  'asks for the password before an archive is made, and then downloads it without another press',
  async () => {
    serveOnceFresh('post', 'users/me/export', ADDRESS, 201)
    const { user, button } = await pressDownloadAll()

    const password = within(await dialog()).getByLabelText(/^Пароль/)
    expect(password).toHaveFocus()
    expect(password).toHaveAttribute('autocomplete', 'current-password')
    await user.keyboard(`${PASSWORD}{Enter}`)

    expect(await screen.findByText(/Скачивание началось/)).toBeVisible()
    expect(downloads).toEqual([ADDRESS.download_path])
    expect(requestsTo('post', 'users/me/export')).toHaveLength(2)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await waitFor(() => expect(button).toHaveFocus())
  },
  TIMEOUT_MS,
)

it(
  'says of a wrong password that it is wrong, and asks again',
  async () => {
    serveOnceFresh('post', 'users/me/export', ADDRESS, 201)
    const { user } = await pressDownloadAll()
    await dialog()
    await user.keyboard('Ryabina-1939{Enter}')

    const password = within(await dialog()).getByLabelText(/^Пароль/)
    await waitFor(() => expect(password).toHaveAccessibleDescription('Неверный пароль'))
    expect(password).toHaveValue('')
    expect(downloads).toEqual([])

    await user.type(password, `${PASSWORD}{Enter}`)
    expect(await screen.findByText(/Скачивание началось/)).toBeVisible()
  },
  TIMEOUT_MS,
)

it(
  'does nothing when the question is left, says so, and asks anew at the next press',
  async () => {
    serveOnceFresh('post', 'users/me/export', ADDRESS, 201)
    const { user, button } = await pressDownloadAll()
    await dialog()
    await user.keyboard('{Escape}')

    expect(await screen.findByText('Отменено: мы не узнали, вы ли это, и ничего не сделали.')).toBeVisible()
    expect(downloads).toEqual([])
    expect(requestsTo('post', 'auth/confirm')).toHaveLength(0)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

    await user.click(button)
    expect(await dialog()).toBeVisible()
  },
  TIMEOUT_MS,
)

it(
  'goes away when the account is signed out in another tab',
  async () => {
    serveOnceFresh('post', 'users/me/export', ADDRESS, 201)
    serve('post', 'auth/logout', null)
    const { store } = await pressDownloadAll()
    await dialog()
    act(() => void store.dispatch(signedOut()))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(requestsTo('post', 'users/me/export')).toHaveLength(1)
  },
  TIMEOUT_MS,
)

it(
  'does not ask whoever has just typed the password into the form itself',
  async () => {
    serveMemorial(aMemorial({ id: 7, user_id: 1, role: 'owner' }))
    serveKeepers(7, [{ user_id: 1, email: 'sestra@example.ru', display_name: null, role: 'owner' }])
    serveOnceFresh('post', 'memorial/7/hand-over', null, 202)
    const { user } = openAt('/memorials/7', { as: aUser({ id: 1 }) })
    await user.click(await screen.findByText('Редактировать'))
    await openEditPart('Кто хранит страницу')
    await user.click(await screen.findByRole('button', { name: 'Передать страницу другому человеку' }))
    await user.type(screen.getByLabelText(/E-mail нового владельца/), 'vnuk@example.ru')
    await user.type(screen.getByLabelText(/Текущий пароль/), 'Ryabina-1939')
    await user.click(screen.getByRole('button', { name: 'Предложить страницу' }))
    await waitFor(() =>
      expect(screen.getByLabelText(/Текущий пароль/)).toHaveAccessibleDescription('Неверный текущий пароль'),
    )

    await user.clear(screen.getByLabelText(/Текущий пароль/))
    await user.type(screen.getByLabelText(/Текущий пароль/), PASSWORD)
    await user.click(screen.getByRole('button', { name: 'Предложить страницу' }))

    expect(await screen.findByText('Предложение отправлено: vnuk@example.ru')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  },
  TIMEOUT_MS,
)

it(
  'waits without asking again while the server has no time to check the password',
  async () => {
    serveOnceFresh('post', 'users/me/export', ADDRESS, 201)
    refuse('post', 'auth/confirm', 429, 'Слишком много неудачных попыток. Попробуйте позже.')
    const { user } = await pressDownloadAll()
    await dialog()
    await user.keyboard(`${PASSWORD}{Enter}`)
    const alert = await within(await dialog()).findByRole('alert')
    expect(alert).toHaveTextContent('Слишком много неудачных попыток. Попробуйте позже.')
    expect(requestsTo('post', 'users/me/export')).toHaveLength(1)
  },
  TIMEOUT_MS,
)

describe('an account with factors', () => {
  const withFactors = (...kinds: string[]) =>
    serve('get', 'users/me/factors', {
      result: kinds.map((kind, index) => ({ id: index + 1, kind, name: kind, created_at: MADE, last_used_at: null })),
      recovery_codes_left: 10,
    })

  afterEach(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))

  it(
    'may type a code in place of its password, and another one when that was wrong',
    async () => {
      withFactors('code')
      serveOnceFresh('post', 'users/me/export', ADDRESS, 201)
      const { user } = await pressDownloadAll()
      await user.click(await within(await dialog()).findByRole('button', { name: 'Ввести код' }))

      const code = within(await dialog()).getByLabelText(/^Код из приложения/)
      expect(code).toHaveFocus()
      await user.keyboard('654321{Enter}')
      await waitFor(() => expect(code).toHaveAccessibleDescription(/Код не подошёл/))
      expect(code).toHaveValue('')

      await user.type(code, '123 456{Enter}')
      expect(await screen.findByText(/Скачивание началось/)).toBeVisible()
      expect(await requestsTo('post', 'auth/confirm').at(-1)?.json()).toEqual({ code: CODE })
    },
    TIMEOUT_MS,
  )

  it(
    'comes back from the code to the password',
    async () => {
      withFactors('code')
      serveOnceFresh('post', 'users/me/export', ADDRESS, 201)
      const { user } = await pressDownloadAll()
      await user.click(await within(await dialog()).findByRole('button', { name: 'Ввести код' }))
      await user.click(within(await dialog()).getByRole('button', { name: 'Ввести пароль' }))
      expect(within(await dialog()).getByLabelText(/^Пароль/)).toHaveFocus()
      await user.keyboard(`${PASSWORD}{Enter}`)
      expect(await screen.findByText(/Скачивание началось/)).toBeVisible()
    },
    TIMEOUT_MS,
  )

  it(
    'reads in the dialog why its passkey could not be asked for, and may try again',
    async () => {
      Object.assign(window, { PublicKeyCredential: () => undefined })
      withFactors('passkey')
      serveOnceFresh('post', 'users/me/export', ADDRESS, 201)
      refuse('post', 'auth/login/passkey/begin', 429, 'Слишком много запросов. Попробуйте позже.')
      const { user } = await pressDownloadAll()
      const asked = within(await dialog())
      await user.click(await asked.findByRole('button', { name: 'Подтвердить ключом' }))
      expect(await asked.findByText('Слишком много запросов. Попробуйте позже.')).toBeVisible()
      expect(asked.getByRole('button', { name: 'Подтвердить ключом' })).toHaveAttribute('aria-disabled', 'false')
      expect(requestsTo('post', 'auth/confirm')).toHaveLength(0)
    },
    TIMEOUT_MS,
  )

  it(
    'is offered only what it has and what its browser can show',
    async () => {
      withFactors('passkey')
      serveOnceFresh('post', 'users/me/export', ADDRESS, 201)
      await pressDownloadAll()
      const asked = within(await dialog())
      expect(asked.getByLabelText(/^Пароль/)).toBeVisible()
      await waitFor(() => expect(requestsTo('get', 'users/me/factors').length).toBeGreaterThan(0))
      expect(asked.queryByRole('button', { name: 'Подтвердить ключом' })).not.toBeInTheDocument()
      expect(asked.queryByRole('button', { name: 'Ввести код' })).not.toBeInTheDocument()
    },
    TIMEOUT_MS,
  )
})
