import { act, screen, waitFor } from '@testing-library/react'
import { aUser } from '@support/factories'
import { disconnect, refuse, serveMe, serveMyMemorials, servePublicMemorials } from '@support/server'
import { openAt } from '@support/render'

const GUARDED = ['/profile', '/my-memorials', '/memorials/create?from=letter', '/keepers/accept?token=abc']

describe('a screen for accounts', () => {
  beforeEach(() => {
    serveMyMemorials([])
    servePublicMemorials([])
  })

  it.each(GUARDED)('sends a guest from %s to /login, which knows where to return', async (path) => {
    const { address, router } = openAt(path)

    await waitFor(() => expect(address()).toBe('/login'))
    const { from } = router.state.location.state as { from: Location }
    expect(from.pathname + from.search).toBe(path)
  })

  it.each(GUARDED)(
    'sends an account without a confirmed e-mail from %s to /verify-email, which knows whence',
    async (path) => {
      const { address, router } = openAt(path, { as: aUser({ is_verified: false, email: 'new@example.ru' }) })

      await waitFor(() => expect(address()).toBe('/verify-email'))
      const { email, from } = router.state.location.state as { email: string; from: Location }
      expect(email).toBe('new@example.ru')
      expect(from.pathname + from.search).toBe(path)
    },
  )

  it.each(GUARDED)('lets an account stay at %s, without a detour', async (path) => {
    const { address, router } = openAt(path, { as: aUser() })

    await screen.findByRole('link', { name: 'Личный кабинет' })
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toBeVisible())
    expect(address()).toBe(path)
    expect(router.state.location.key).toBe('default')
  })

  it('leaves the history as it was, so that Back does not lead into the guard again', async () => {
    const { address, router } = openAt('/profile', { history: ['/no-such-page'] })
    await waitFor(() => expect(address()).toBe('/login'))

    await act(() => router.navigate(-1))

    expect(address()).toBe('/no-such-page')
  })

  it.each([
    ['breaks', () => refuse('get', 'users/me', 500)],
    ['is not reached', () => disconnect('get', 'users/me')],
  ])('stays for who is signed in while the server %s, and says so', async (_what, arrange) => {
    arrange()
    const { address, user } = openAt('/my-memorials', { token: 'account' })

    expect(await screen.findByText('Не удалось узнать, кто вы. Попробуйте ещё раз.')).toBeVisible()
    expect(address()).toBe('/my-memorials')
    expect(localStorage.getItem('pomnim.account-token')).toBe('account')

    serveMe(aUser())
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Мои мемориалы' })).toBeVisible()
  })

  it.each([
    ['another tab signs out', new StorageEvent('storage', { key: 'pomnim.account-token', newValue: null })],
    ['Back shows it again after a sign-out', Object.assign(new Event('pageshow'), { persisted: true })],
  ])('is left when %s', async (_what, event) => {
    const { address } = openAt('/profile', { as: aUser() })
    await screen.findByRole('link', { name: 'Личный кабинет' })

    localStorage.removeItem('pomnim.account-token')
    act(() => {
      window.dispatchEvent(event)
    })

    await waitFor(() => expect(address()).toBe('/login'))
  })
})
