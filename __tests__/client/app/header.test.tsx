import { act, screen, waitFor, within } from '@testing-library/react'
import { aUser } from '@support/factories'
import { hold, refuse, requestsTo, serve, serveMe, serveMyMemorials, servePublicMemorials } from '@support/server'
import { openAt } from '@support/render'

const SOMEWHERE = '/no-such-page'
const FOR_ALL = [
  'Мемориалы /memorials',
  'Герои СВО /swo',
  'Как это работает /how-it-works',
  'Тарифы /tariffs',
  'Сотрудничество /cooperation',
]

describe('the header', () => {
  it('leads a guest to the lists, to login and to registration', async () => {
    openAt(SOMEWHERE)

    expect(await screen.findByRole('link', { name: 'Войти' })).toHaveAttribute('href', '/login')
    expect(navigation()).toEqual([...FOR_ALL, 'Войти /login', 'Регистрация /register'])
  })

  it('leads an account to its cabinet instead', async () => {
    openAt(SOMEWHERE, { as: aUser() })

    // Nor for a moment before its token is read.
    expect(screen.queryByRole('link', { name: 'Войти' })).not.toBeInTheDocument()
    await screen.findByRole('link', { name: 'Личный кабинет' })
    expect(navigation()).toEqual([...FOR_ALL, 'Личный кабинет /profile'])
  })

  it('offers neither while it is not known whose token it is', async () => {
    const answer = hold('get', 'users/me')
    openAt(SOMEWHERE, { as: aUser() })
    hold('get', 'users/me')
    await waitFor(() => expect(requestsTo('get', 'users/me')).toHaveLength(1))

    expect(navigation()).toEqual(FOR_ALL)
    answer()
  })

  it('carries the name of the site, which leads home', async () => {
    openAt(SOMEWHERE, { settings: { siteName: 'Память' } })

    expect(await screen.findByRole('link', { name: 'Память' })).toHaveAttribute('href', '/')
  })

  it.each([
    ['/memorials', 'Мемориалы', 'page'],
    ['/memorials/x', 'Мемориалы', 'true'],
    ['/memorials-of-old', 'Мемориалы', null],
    ['/swo', 'Герои СВО', 'page'],
    ['/register', 'Регистрация', 'page'],
  ])('at %s marks «%s» as %s', async (path, name, current) => {
    servePublicMemorials([])
    serve('get', 'memorial/swo_memorials', { result: [], total: 0 })
    openAt(path)

    await screen.findByRole('link', { name: 'Войти' })
    const link = within(screen.getByRole('banner')).getByRole('link', { name })
    expect(link.getAttribute('aria-current')).toBe(current)
  })

  it('opens and closes its menu on small screens, by hand, by Escape and by going on', async () => {
    const { user } = openAt(SOMEWHERE)
    const toggle = await screen.findByRole('button', { name: 'Меню' })
    expect(toggle).toHaveAttribute('aria-expanded', 'false')

    await user.click(toggle)
    expect(toggle).toHaveAttribute('aria-expanded', 'true')
    expect(document.getElementById(toggle.getAttribute('aria-controls') ?? '')).toContainElement(
      within(screen.getByRole('banner')).getByRole('link', { name: 'Герои СВО' }),
    )
    await user.click(toggle)
    expect(toggle).toHaveAttribute('aria-expanded', 'false')

    await user.click(toggle)
    await user.tab()
    await user.keyboard('{Escape}')
    expect(toggle).toHaveAttribute('aria-expanded', 'false')
    expect(toggle).toHaveFocus()

    await user.click(toggle)
    await user.click(screen.getByRole('link', { name: 'Регистрация' }))
    await waitFor(() => expect(toggle).toHaveAttribute('aria-expanded', 'false'))
  })
})

describe('signing out', () => {
  it('ends the token here and on the server, and leaves the account’s screens', async () => {
    serve('post', 'auth/logout', null, 204)
    serveMyMemorials([])
    servePublicMemorials([])
    serve('get', 'promo/active', { result: [] })
    const { user, address, store, router } = openAt('/profile', { as: aUser(), token: 'account' })
    await screen.findByRole('link', { name: 'Личный кабинет' })
    // With the screen of /login loaded before, nothing would slow a wrong way down.
    await act(() => router.navigate('/login'))
    await act(() => router.navigate('/profile'))
    const visited: string[] = []
    router.subscribe(({ location }) => visited.push(location.pathname))

    await user.click(await screen.findByRole('button', { name: 'Меню учётной записи' }))
    expect(within(screen.getByRole('menu')).getByText(aUser().email)).toBeVisible()
    await user.click(screen.getByRole('menuitem', { name: 'Выйти' }))

    expect(await screen.findByRole('link', { name: 'Войти' })).toBeVisible()
    expect(address()).toBe('/')
    expect(visited).not.toContain('/login')
    expect(store.getState().session.accountToken).toBeUndefined()
    await waitFor(() => expect(localStorage).toHaveLength(0))
    await waitFor(() => expect(requestsTo('post', 'auth/logout')).toHaveLength(1))
    expect(requestsTo('post', 'auth/logout')[0]?.headers.get('authorization')).toBe('Bearer account')
  })

  it('works without a connection too', async () => {
    refuse('post', 'auth/logout', 503)
    const { user } = openAt(SOMEWHERE, { as: aUser() })
    servePublicMemorials([])
    serve('get', 'promo/active', { result: [] })

    await user.click(await screen.findByRole('button', { name: 'Меню учётной записи' }))
    await user.click(screen.getByRole('menuitem', { name: 'Выйти' }))

    expect(await screen.findByRole('link', { name: 'Войти' })).toBeVisible()
    await waitFor(() => expect(localStorage).toHaveLength(0))
  })
})

describe('the visitor at the start', () => {
  it.each([500, 503])('is nobody’s guest while the profile answers %i, and may sign out', async (status) => {
    serve('post', 'auth/logout', null, 204)
    servePublicMemorials([])
    serve('get', 'promo/active', { result: [] })
    const { user } = openAt(SOMEWHERE, { token: 'account', ...arranged(() => refuse('get', 'users/me', status)) })

    await user.click(await screen.findByRole('button', { name: 'Меню учётной записи' }))
    expect(screen.queryByRole('link', { name: 'Регистрация' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('menuitem', { name: 'Выйти' }))
    expect(await screen.findByRole('link', { name: 'Войти' })).toBeVisible()
    await waitFor(() => expect(requestsTo('post', 'auth/logout')).toHaveLength(1))
  })

  it.each([500, 503])('is an account while the profile answers %i, and once it comes', async (status) => {
    const { store, user } = openAt(SOMEWHERE, {
      token: 'account',
      ...arranged(() => refuse('get', 'users/me', status)),
    })

    expect(await screen.findByRole('link', { name: 'Личный кабинет' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Войти' })).not.toBeInTheDocument()
    expect(localStorage.getItem('pomnim.account-token')).toBe('account')

    serveMe(aUser())
    const { userApi } = await import('@client/api/user-api')
    await act(async () => {
      await store.dispatch(userApi.endpoints.getMe.initiate(undefined, { forceRefetch: true, subscribe: false }))
    })
    await user.click(screen.getByRole('button', { name: 'Меню учётной записи' }))
    expect(within(screen.getByRole('menu')).getByText(aUser().email)).toBeVisible()
  })
})

function arranged(arrange: () => void): object {
  arrange()
  return {}
}

/** The links of the header's navigation as they are read, each with where it leads. */
function navigation(): string[] {
  const nav = within(screen.getByRole('banner')).getByRole('navigation')
  return within(nav)
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href') ?? ''}`)
}
