import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { type NavigateUnlessLeft, ShownPathProvider, useNavigateUnlessLeft } from '@client/ui/navigation'

/** A form whose answer the test gives by calling `goOn`, however late. */
function openForm() {
  let goOn: NavigateUnlessLeft | undefined
  let arrive = () => {}
  const program = new Promise<{ Component: () => string }>((resolve) => {
    arrive = () => resolve({ Component: () => 'Тарифы' })
  })
  function Form() {
    goOn = useNavigateUnlessLeft()
    return 'Форма'
  }
  const router = createMemoryRouter([
    {
      Component: AroundScreens,
      children: [
        { path: '/', Component: Form },
        { path: '/done', Component: () => 'Готово' },
        { path: '/memorials', Component: () => 'Мемориалы' },
        { path: '/tariffs', lazy: () => program },
      ],
    },
  ])
  render(<RouterProvider router={router} />)
  const whoAsked = goOn
  return { router, arrive, answer: () => act(async () => whoAsked?.('/done')) }
}

function AroundScreens() {
  return (
    <ShownPathProvider>
      <Outlet />
    </ShownPathProvider>
  )
}

it('leads on those who have waited for the answer', async () => {
  const { answer } = openForm()

  expect(await answer()).toBe(true)

  expect(screen.getByText('Готово')).toBeVisible()
})

it('leaves alone those who have gone to another page', async () => {
  const { answer, router } = openForm()
  await act(() => router.navigate('/memorials'))

  expect(await answer()).toBe(false)

  expect(screen.getByText('Мемориалы')).toBeVisible()
})

it('leaves alone those who are on the way to a page that is slow to load', async () => {
  const { answer, router, arrive } = openForm()
  act(() => void router.navigate('/tariffs'))
  expect(screen.getByText('Форма')).toBeVisible()

  expect(await answer()).toBe(false)
  arrive()

  expect(await screen.findByText('Тарифы')).toBeVisible()
})

it('leads on those who have come back, though another form stands there now', async () => {
  const { answer, router } = openForm()
  await act(() => router.navigate('/memorials'))
  await act(() => router.navigate('/'))

  expect(await answer()).toBe(true)

  expect(screen.getByText('Готово')).toBeVisible()
})
