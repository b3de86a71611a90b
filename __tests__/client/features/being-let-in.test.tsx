import { fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { CONSENT_VERSION } from '@contract/consent'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import {
  disconnect,
  forgetRequests,
  hold,
  refuse,
  requestsTo,
  serve,
  serveMemories,
  serveMemorial,
  serveNoBurial,
  server,
} from '@support/server'

const TIMEOUT_MS = 180_000
/** The first screen of a file is loaded before it is shown. */
const SLOW = { timeout: 30_000 }
const CLOSED = 'Страница закрыта. Введите PIN-код.'
const REQUESTS = 'memorial/7/access-requests'
const ASK = { name: 'Попросить впустить меня' }
const SEND = { name: 'Передать просьбу' }
const HERS = { level: 1, name: 'Соколова Анна Петровна' } as const
const ENDED = 'Эта ссылка больше не открывает страницу. Чтобы попасть на неё, можно отправить новую просьбу.'

/** Whoever sends the token reads the page; to all others it is closed. */
function serveClosedMemorial({ hasPin = true, token = 'pin-token' } = {}): void {
  const memorial = aMemorial({ id: 7 })
  const headers: Record<string, string> = hasPin ? {} : { 'x-pin': 'none' }
  serveNoBurial(7)
  serveMemories(7, [])
  server.use(
    http.get('*/api/v1/memorial/7', ({ request }) =>
      request.headers.get('authorization') === `Bearer ${token}`
        ? HttpResponse.json(memorial)
        : HttpResponse.json({ detail: CLOSED }, { status: 403, headers }),
    ),
  )
}

async function write(user: ReturnType<typeof openAt>['user']): Promise<void> {
  await user.click(await screen.findByRole('button', ASK, SLOW))
  for (const [name, value] of [
    [/^Ваше имя/, 'Вера'],
    [/^E-mail/, 'vera@example.ru'],
    [/^Несколько слов о себе/, 'Мы учились вместе.'],
  ] as const) {
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
  }
  await user.click(screen.getByRole('checkbox'))
}

describe('a closed page', () => {
  it('whose owner has set no PIN says that a family keeps it, asks for none, and tells no name', async () => {
    serveClosedMemorial({ hasPin: false })
    openAt('/memorials/7')
    expect(await screen.findByText('Эту страницу семья пока хранит для себя')).toBeVisible()
    expect(screen.queryByLabelText('PIN-код')).not.toBeInTheDocument()
    expect(screen.getByRole('button', ASK)).toBeVisible()
    expect(document.body).not.toHaveTextContent('Соколова')
  })

  it('with a PIN asks for it, and offers to ask those who have none', async () => {
    serveClosedMemorial()
    openAt('/memorials/7')
    expect(await screen.findByLabelText('PIN-код')).toBeVisible()
    expect(screen.getByText(/попросите её открыть/)).toBeVisible()
    expect(screen.getByRole('button', ASK)).toBeVisible()
  })

  it(
    'takes a request, and says what follows',
    async () => {
      serveClosedMemorial({ hasPin: false })
      serve('post', REQUESTS, null, 202)
      const { user } = openAt('/memorials/7')
      await write(user)
      await user.click(screen.getByRole('button', SEND))

      const told = await screen.findByText(/^Мы передали вашу просьбу тем, кто хранит страницу/)
      expect(told).toBeVisible()
      expect(screen.getByRole('alert')).toHaveFocus()
      expect(await requestsTo('post', REQUESTS)[0]?.json()).toEqual({
        name: 'Вера',
        email: 'vera@example.ru',
        text: 'Мы учились вместе.',
        consent_version: CONSENT_VERSION,
      })
      expect(screen.queryByRole('button', ASK)).not.toBeInTheDocument()
    },
    TIMEOUT_MS,
  )

  it(
    'wants a name, an address and the consent, and sends nothing without them',
    async () => {
      serveClosedMemorial()
      const { user } = openAt('/memorials/7')
      await user.click(await screen.findByRole('button', ASK))
      expect(screen.getByRole('textbox', { name: 'Ваше имя' })).toHaveFocus()
      await user.click(screen.getByRole('button', SEND))
      expect(await screen.findByText('Поле «Ваше имя» обязательно для заполнения')).toBeVisible()
      expect(screen.getByText('Поле «E-mail» обязательно для заполнения')).toBeVisible()
      expect(screen.getByText('Необходимо согласиться с политикой обработки персональных данных')).toBeVisible()
      expect(requestsTo('post', REQUESTS)).toEqual([])

      await user.click(screen.getByRole('button', { name: 'Отмена' }))
      expect(screen.getByRole('button', ASK)).toHaveFocus()
    },
    TIMEOUT_MS,
  )

  it(
    'keeps what was written when too many were sent, or nothing arrived',
    async () => {
      serveClosedMemorial()
      const tooMany = 'Вы уже отправили несколько просьб. Попробуйте, пожалуйста, через час.'
      refuse('post', REQUESTS, 429, tooMany)
      const { user } = openAt('/memorials/7')
      await write(user)
      await user.click(screen.getByRole('button', SEND))
      expect((await screen.findAllByText(tooMany)).length).toBeGreaterThan(0)

      disconnect('post', REQUESTS)
      await user.click(screen.getByRole('button', SEND))
      const failed = 'Не удалось передать просьбу. Пожалуйста, попробуйте ещё раз.'
      expect((await screen.findAllByText(failed)).length).toBeGreaterThan(0)
      expect(screen.getByRole('textbox', { name: 'Ваше имя' })).toHaveValue('Вера')
    },
    TIMEOUT_MS,
  )

  it('fills in the address of whoever is signed in', async () => {
    serveClosedMemorial()
    const { user } = openAt('/memorials/7', { as: aUser({ id: 9, email: 'vera@example.ru' }) })
    await user.click(await screen.findByRole('button', ASK))
    expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue('vera@example.ru')
  })
})

describe('a personal link', () => {
  /** The screen for one that opens nothing, once the key is out of the address. */
  async function openInVain() {
    const page = openAt('/memorials/7/open?key=tayna')
    await waitFor(() => expect(page.address()).toBe('/memorials/7/open'))
    return page
  }

  const opens = () => serve('post', 'memorial/7/open', { access_token: 'pin-token', token_type: 'bearer' })

  it('opens the page, and leaves no key in the address', async () => {
    serveClosedMemorial()
    opens()
    const { address } = openAt('/memorials/7/open?key=tayna')
    expect(await screen.findByRole('heading', HERS)).toBeVisible()
    expect(address()).toBe('/memorials/7')
    expect(await requestsTo('post', 'memorial/7/open')[0]?.json()).toEqual({ key: 'tayna' })
    expect(requestsTo('post', 'memorial/7/open')).toHaveLength(1)
    expect(JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])).not.toContain('tayna')
  })

  it('loses its key before the answer comes, and is for no search engine', async () => {
    serveClosedMemorial()
    opens()
    const release = hold('post', 'memorial/7/open')
    const { address } = openAt('/memorials/7/open?key=tayna')
    expect(await screen.findByText('Сейчас страница откроется.')).toBeVisible()
    await waitFor(() => expect(address()).toBe('/memorials/7/open'))
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    release()
    expect(await screen.findByRole('heading', HERS)).toBeVisible()
  })

  it('leads to a page that has become public', async () => {
    serveMemorial(aMemorial({ id: 7 }))
    refuse('post', 'memorial/7/open', 400, 'Страница открыта для всех, ссылка из письма не нужна.')
    const { address } = openAt('/memorials/7/open?key=tayna')
    expect(await screen.findByRole('heading', HERS)).toBeVisible()
    expect(address()).toBe('/memorials/7')
  })

  it('that was ended says so, and offers to ask again', async () => {
    refuse('post', 'memorial/7/open', 403, ENDED)
    const { user } = await openInVain()
    expect(await screen.findByText(ENDED)).toBeVisible()
    await user.click(screen.getByRole('button', ASK))
    expect(screen.getByRole('button', SEND)).toBeVisible()
    expect(screen.getByRole('link', { name: 'К странице' })).toHaveAttribute('href', '/memorials/7')
  })

  it('is tried again after a failure', async () => {
    serveClosedMemorial()
    disconnect('post', 'memorial/7/open')
    const { user } = await openInVain()
    expect(await screen.findByText('Не удалось открыть страницу. Пожалуйста, попробуйте ещё раз.')).toBeVisible()
    forgetRequests()
    opens()
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(await screen.findByRole('heading', HERS)).toBeVisible()
    expect(await requestsTo('post', 'memorial/7/open')[0]?.json()).toEqual({ key: 'tayna' })
  })

  it('without its key says so, and asks the server nothing', async () => {
    openAt('/memorials/7/open')
    expect(await screen.findByText('В ссылке не хватает части. Откройте её из письма ещё раз.')).toBeVisible()
    expect(requestsTo('post', 'memorial/7/open')).toEqual([])
  })

  it('to a page that was deleted says so', async () => {
    refuse('post', 'memorial/7/open', 404, 'Not Found')
    await openInVain()
    expect(await screen.findByText('Такой страницы больше нет: возможно, её удалили.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'На главную' })).toHaveAttribute('href', '/')
  })
})
