import { act, screen, waitFor, within } from '@testing-library/react'
import { memorialApi } from '@client/api/memorial-api'
import { memorialChangeApi } from '@client/api/memorial-change-api'
import type { AppStore } from '@client/store/create-app-store'
import { aMemorial, aUser } from '@support/factories'
import { refuse, serveMemorial, serveMyMemorials, servePublicMemorials } from '@support/server'
import { openAt } from '@support/render'

const EXPIRED = 'Ваша сессия истекла. Пожалуйста, войдите снова.'
const SOMEWHERE = '/no-such-page'

const draft = {
  lastname: 'Соколова',
  name: 'Анна',
  surname: '',
  maiden_name: '',
  birth_date: '1931-05-09',
  birth_precision: 'day' as const,
  death_date: '2014-11-02',
  death_precision: 'day' as const,
  biography: '',
  public_status: false,
  swo_status: false,
  indexable: true,
  rate_check: false,
  file: null,
}

describe('a session that ends by itself', () => {
  beforeEach(() => {
    refuse('post', 'memorial/create', 401)
    servePublicMemorials([])
    serveMyMemorials([])
  })

  it('is told once and leads to /login once, though five requests are refused together', async () => {
    const { store, address, router } = openAt(`${SOMEWHERE}?page=2`, { as: aUser() })
    await screen.findByRole('link', { name: 'Личный кабинет' })
    const addresses = recordAddresses(router)

    await act(() => Promise.all(Array.from({ length: 5 }, () => create(store))))

    await waitFor(() => expect(address()).toBe('/login'))
    expect(await screen.findByRole('status')).toHaveTextContent(EXPIRED)
    expect(screen.getAllByText(EXPIRED)).toHaveLength(1)
    expect(new Set(addresses).size).toBe(1)
    expect((router.state.location.state as { from: Location }).from).toMatchObject({
      pathname: SOMEWHERE,
      search: '?page=2',
    })
    await waitFor(() => expect(localStorage).toHaveLength(0))
    expect(screen.getByRole('link', { name: 'Войти' })).toBeVisible()
  })

  it('leads to /login once for a guest’s five refused requests as well', async () => {
    const { store, address, router } = openAt(SOMEWHERE)
    await screen.findByRole('link', { name: 'Войти' })
    const redirects = jest.spyOn(router, 'navigate')

    await act(() => Promise.all(Array.from({ length: 5 }, () => create(store))))

    await waitFor(() => expect(address()).toBe('/login'))
    expect(await screen.findAllByText(EXPIRED)).toHaveLength(1)
    expect(redirects).toHaveBeenCalledTimes(1)
  })

  it('leads from a screen for accounts to /login, which knows where to return', async () => {
    const { store, address, router } = openAt('/profile', { as: aUser() })
    await screen.findByRole('link', { name: 'Личный кабинет' })

    await act(() => create(store))

    await waitFor(() => expect(address()).toBe('/login'))
    expect((router.state.location.state as { from: Location }).from.pathname).toBe('/profile')
    expect(await screen.findAllByText(EXPIRED)).toHaveLength(1)
  })

  it('is told again when it happens again', async () => {
    const { store, address, router, user } = openAt(SOMEWHERE)
    await screen.findByRole('link', { name: 'Войти' })
    await act(() => create(store))
    await user.click(await screen.findByText(EXPIRED))
    await waitFor(() => expect(screen.queryByText(EXPIRED)).not.toBeInTheDocument())
    await act(() => router.navigate(SOMEWHERE))

    await act(() => create(store))

    expect(await screen.findByText(EXPIRED)).toBeVisible()
    await waitFor(() => expect(address()).toBe('/login'))
  })

  it('at the start is told too, and the token is gone', async () => {
    refuse('get', 'users/me', 401)
    const { address } = openAt(SOMEWHERE, { token: 'dead' })

    await waitFor(() => expect(address()).toBe('/login'))
    expect(await screen.findByText(EXPIRED)).toBeVisible()
    await waitFor(() => expect(localStorage).toHaveLength(0))
  })

  it.each([['/login'], ['/register'], ['/forgot-password'], ['/reset-password/token-of-a-letter'], ['/verify-email']])(
    'takes nobody away from %s, where they are finding the way in already',
    async (path) => {
      refuse('get', 'users/me', 401)
      const { address } = openAt(path, { token: 'dead' })

      await waitFor(() => expect(localStorage).toHaveLength(0))
      expect(await within(screen.getByRole('banner')).findByRole('link', { name: 'Войти' })).toBeVisible()
      expect(address()).toBe(path)
      expect(screen.queryByText(EXPIRED)).not.toBeInTheDocument()
    },
  )

  it('is not what a refused memorial means', async () => {
    serveMemorial(aMemorial({ id: 7 }))
    refuse('get', 'memorial/7', 401)
    const { store, address } = openAt(SOMEWHERE, { as: aUser() })
    await screen.findByRole('link', { name: 'Личный кабинет' })

    await act(() => store.dispatch(memorialApi.endpoints.getMemorial.initiate(7)))

    expect(address()).toBe(SOMEWHERE)
    expect(screen.getByRole('link', { name: 'Личный кабинет' })).toBeVisible()
    expect(screen.queryByText(EXPIRED)).not.toBeInTheDocument()
  })
})

function create(store: AppStore): Promise<unknown> {
  return Promise.resolve(store.dispatch(memorialChangeApi.endpoints.createMemorial.initiate(draft)))
}

/** The key of every address the visitor arrives at from now on. */
function recordAddresses(router: ReturnType<typeof openAt>['router']): string[] {
  const keys: string[] = []
  const { key: start } = router.state.location
  router.subscribe(({ location }) => {
    if (location.key !== start) keys.push(location.key)
  })
  return keys
}
