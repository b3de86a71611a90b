import { act, screen, waitFor } from '@testing-library/react'
import { openAt } from '@support/render'

describe('going from screen to screen', () => {
  const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  beforeEach(() => scrollTo.mockClear())
  afterAll(() => scrollTo.mockRestore())

  it('starts each at its top, and Back returns to where one was', async () => {
    const { user, router, address } = openAt('/no-such-page')
    await screen.findByRole('heading', { name: 'Страница не найдена' })
    scrollTo.mockClear()
    Object.defineProperty(window, 'scrollY', { configurable: true, value: 640 })

    await user.click(await screen.findByRole('link', { name: 'Регистрация' }))
    await waitFor(() => expect(address()).toBe('/register'))
    await waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(0, 0))

    await act(() => router.navigate(-1))
    await waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(0, 640))
  })

  it('starts another page opened in the same tab at its top', async () => {
    const { unmount } = openAt('/no-such-page')
    await screen.findByRole('heading', { name: 'Страница не найдена' })
    Object.defineProperty(window, 'scrollY', { configurable: true, value: 640 })
    window.dispatchEvent(new Event('pagehide'))
    unmount()
    scrollTo.mockClear()

    openAt('/register')
    await screen.findByRole('heading', { name: 'Регистрация' })

    expect(scrollTo).not.toHaveBeenCalledWith(0, 640)
  })

  it('moves the focus into the new screen, unless the screen chose a place itself', async () => {
    const { user, address } = openAt('/no-such-page')

    await user.click(await screen.findByRole('link', { name: 'Регистрация' }))
    await waitFor(() => expect(address()).toBe('/register'))

    await waitFor(() => expect(screen.getByRole('main').contains(document.activeElement)).toBe(true))
  })

  it('offers to skip the header first', async () => {
    const { user } = openAt('/no-such-page')
    await screen.findByRole('heading', { name: 'Страница не найдена' })

    await user.tab()

    expect(screen.getByRole('link', { name: 'Перейти к содержанию' })).toHaveFocus()
    expect(screen.getByRole('link', { name: 'Перейти к содержанию' })).toHaveAttribute(
      'href',
      `#${screen.getByRole('main').id}`,
    )
  })
})
