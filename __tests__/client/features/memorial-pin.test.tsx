import { act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { Memorial } from '@contract/memorial'
import { memorialApi } from '@client/api/memorial-api'
import { MEMORIAL_TOKEN_KEY_PREFIX } from '@client/store/token-storage'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import {
  disconnect,
  refuse,
  requestsTo,
  serve,
  serveMemories,
  serveMemorial,
  serveMyMemorials,
  serveNoBurial,
  server,
} from '@support/server'

const CLOSED = 'Страница закрыта. Введите PIN-код.'
const VERIFY = 'memorial/7/verify-pin'
const OPEN = { name: 'Открыть страницу' }
const HERS = { level: 1, name: 'Соколова Анна Петровна' } as const

/** Whoever sends the token reads the page; all others find it closed. */
function serveClosedMemorial(memorial: Memorial, token = 'pin-token'): void {
  serveNoBurial(memorial.id)
  serveMemories(memorial.id, [])
  server.use(
    http.get(`*/api/v1/memorial/${memorial.id}`, ({ request }) =>
      request.headers.get('authorization') === `Bearer ${token}`
        ? HttpResponse.json(memorial)
        : HttpResponse.json({ detail: CLOSED }, { status: 403 }),
    ),
  )
}

function acceptPin(token = 'pin-token'): void {
  serve('post', VERIFY, { access_token: token, token_type: 'bearer' })
}

async function typePin(user: ReturnType<typeof openAt>['user'], pin: string): Promise<void> {
  await user.type(await screen.findByLabelText('PIN-код'), pin)
}

describe('a closed page', () => {
  it('opens with the PIN, at Enter, and keeps its token in the tab under a key of its own', async () => {
    serveClosedMemorial(aMemorial({ id: 7 }))
    acceptPin()
    const { user } = openAt('/memorials/7', { memorialTokens: { 8: 'token-of-another' } })

    await typePin(user, '0420')
    expect(screen.getByLabelText('PIN-код')).toHaveAttribute('type', 'password')
    await user.keyboard('{Enter}')

    expect(await screen.findByRole('heading', HERS)).toBeVisible()
    expect(screen.getByRole('main')).toHaveFocus()
    expect(await requestsTo('post', VERIFY)[0]?.json()).toEqual({ pin_code: '0420' })
    await waitFor(() => expect(sessionStorage.getItem(`${MEMORIAL_TOKEN_KEY_PREFIX}7`)).toBe('pin-token'))
    expect(sessionStorage.getItem(`${MEMORIAL_TOKEN_KEY_PREFIX}8`)).toBe('token-of-another')
    expect(JSON.stringify(localStorage)).not.toContain('pin-token')
  })

  it('opens at once to whose token is stored, however quickly its first screen is painted', async () => {
    serveClosedMemorial(aMemorial({ id: 7 }))
    openAt('/memorials/7', { memorialTokens: { 7: 'pin-token' }, readsTokensLate: true })

    expect(await screen.findByRole('heading', HERS)).toBeVisible()
    const asked = requestsTo('get', 'memorial/7').map(({ headers }) => headers.get('authorization'))
    expect(asked).toEqual(['Bearer pin-token'])
  })

  it.each([
    [403, 'Неверный PIN-код'],
    [403, 'Владелец не установил PIN-код'],
    [429, 'Слишком много попыток. Попробуйте, пожалуйста, позже.'],
    [503, 'Сервис временно недоступен. Попробуйте через минуту.'],
  ])('says with %i «%s» and empties the field', async (status, detail) => {
    serveClosedMemorial(aMemorial({ id: 7 }))
    refuse('post', VERIFY, status, detail)
    const { user } = openAt('/memorials/7')

    await typePin(user, '1111')
    await user.click(screen.getByRole('button', OPEN))

    expect((await screen.findAllByText(detail)).length).toBeGreaterThan(0)
    await waitFor(() => expect(screen.getByLabelText('PIN-код')).toHaveValue(''))
    expect(screen.getByLabelText('PIN-код')).toHaveFocus()
    expect(screen.getByLabelText('PIN-код')).toHaveAccessibleDescription(detail)

    await user.keyboard('2')
    expect(screen.getByLabelText('PIN-код')).toHaveAccessibleDescription(detail)
  })

  it('says when there was no answer', async () => {
    serveClosedMemorial(aMemorial({ id: 7 }))
    disconnect('post', VERIFY)
    const { user } = openAt('/memorials/7')

    await typePin(user, '1111')
    await user.click(screen.getByRole('button', OPEN))

    const text = 'Не удалось проверить PIN-код. Пожалуйста, попробуйте ещё раз.'
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
  })

  it.each(['123', '12345678901', '12а4'])('does not send %s, which is no PIN', async (text) => {
    serveClosedMemorial(aMemorial({ id: 7 }))
    const { user } = openAt('/memorials/7')

    await typePin(user, text)
    await user.click(screen.getByRole('button', OPEN))

    expect(await screen.findByText('PIN-код должен состоять из 4–10 цифр')).toBeVisible()
    expect(requestsTo('post', VERIFY)).toHaveLength(0)
  })

  it('that was opened to all meanwhile shows itself', async () => {
    serveClosedMemorial(aMemorial({ id: 7 }))
    refuse('post', VERIFY, 400, 'Эта страница открыта для всех.')
    const { user } = openAt('/memorials/7')
    await typePin(user, '1111')

    serveMemorial(aMemorial({ id: 7 }))
    await user.click(screen.getByRole('button', OPEN))

    expect(await screen.findByRole('heading', HERS)).toBeVisible()
  })

  it('closes again when its token has run out', async () => {
    serveClosedMemorial(aMemorial({ id: 7 }), 'another-token')
    openAt('/memorials/7', { memorialTokens: { 7: 'old-token' } })

    expect(await screen.findByText('Эту страницу семья пока хранит для себя')).toBeVisible()
  })
})

describe('/memorials/{id}/access', () => {
  it('asks for the PIN and leads to the page', async () => {
    serveClosedMemorial(aMemorial({ id: 7 }))
    acceptPin()
    const { user, address } = openAt('/memorials/7/access')

    await typePin(user, '0420')
    await user.keyboard('{Enter}')

    expect(await screen.findByRole('heading', HERS)).toBeVisible()
    expect(address()).toBe('/memorials/7')
  })

  it('leads on at once where the page is open: public or one’s own', async () => {
    serveMemorial(aMemorial({ id: 7 }))
    const { address } = openAt('/memorials/7/access')

    expect(await screen.findByRole('heading', HERS)).toBeVisible()
    expect(address()).toBe('/memorials/7')
  })

  it('says so when there is no such memorial', async () => {
    refuse('get', 'memorial/7', 404, 'Not Found')
    openAt('/memorials/7/access')

    expect(await screen.findByRole('heading', { name: 'Такой страницы нет' })).toBeVisible()
  })
})

describe('a memorial token beside an account', () => {
  /** With the token of the PIN everybody is a visitor. */
  function openWithPin(role: Memorial['role']) {
    const memorial = aMemorial({ id: 7, user_id: role === 'owner' ? 1 : 2, public_status: false })
    serveMemorial(memorial)
    server.use(
      http.get('*/api/v1/memorial/7', ({ request }) => {
        if (request.headers.get('authorization') === 'Bearer pin-token') {
          return HttpResponse.json({ ...memorial, role: null })
        }
        return role ? HttpResponse.json({ ...memorial, role }) : HttpResponse.json({ detail: CLOSED }, { status: 403 })
      }),
    )
    return openAt('/memorials/7', { as: aUser({ id: 1 }), memorialTokens: { 7: 'pin-token' } })
  }

  it('is dropped at one’s own page, or one could not change it', async () => {
    const { store } = openWithPin('owner')
    expect(await screen.findByText('Редактировать')).toBeVisible()
    expect(store.getState().session.memorialTokens).toEqual({})
  })

  it('is dropped once one’s list names the page as one that one keeps', async () => {
    const { store } = openWithPin('keeper')
    expect(await screen.findByRole('heading', HERS)).toBeVisible()
    serveMyMemorials([aMemorial({ id: 7, user_id: 2, role: 'keeper' })])
    await act(() => store.dispatch(memorialApi.endpoints.getMyMemorials.initiate(undefined, { subscribe: false })))
    expect(await screen.findByText('Редактировать')).toBeVisible()
    expect(store.getState().session.memorialTokens).toEqual({})
  })

  it('is the only one that asks for a page that one does not keep, and the page stays open', async () => {
    const { store } = openWithPin(null)
    expect(await screen.findByRole('heading', HERS)).toBeVisible()
    await store.dispatch(memorialApi.endpoints.getMemorial.initiate(7, { forceRefetch: true, subscribe: false }))
    const asked = requestsTo('get', 'memorial/7').map(({ headers }) => headers.get('authorization'))
    expect(asked).toEqual(['Bearer pin-token', 'Bearer pin-token'])
    expect(store.getState().session.memorialTokens).toEqual({ 7: 'pin-token' })
    expect(screen.getByRole('heading', HERS)).toBeVisible()
  })
})
