import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createBrowserRouter, RouterProvider, useLocation } from 'react-router-dom'
import { SkipLink } from '@client/app/Layout'

/** A screen that says what it was told, as /login is told where one came from. */
function Screen() {
  const { search, hash, state } = useLocation()
  return (
    <>
      <SkipLink targetId="main" />
      <main id="main" tabIndex={-1}>
        {JSON.stringify({ search, hash, state: state as unknown })}
      </main>
    </>
  )
}

it('leads past the header, and the page keeps its address and what it was told', async () => {
  const state = { from: { pathname: '/memorials/create' } }
  const router = createBrowserRouter([{ path: '*', Component: Screen }])
  render(<RouterProvider router={router} />)
  await act(() => router.navigate('/login?page=2', { state }))
  const main = await screen.findByText(/page=2/)
  const entries = window.history.length

  await userEvent.click(screen.getByRole('link', { name: 'Перейти к содержанию' }))

  expect(main).toHaveFocus()
  expect(JSON.parse(main.textContent)).toEqual({ search: '?page=2', hash: '', state })
  expect(window.location.href).toBe('http://localhost/login?page=2')
  expect(window.history).toHaveLength(entries)
})
