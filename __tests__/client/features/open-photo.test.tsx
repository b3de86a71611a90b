import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { thumbnailId } from '@client/features/memorial/archives/Thumbnail'
import { useOpenPhoto } from '@client/features/memorial/archives/OpenablePhotos'

function Photos() {
  const { openId, open, close } = useOpenPhoto()
  return (
    <>
      <button id={thumbnailId(5)} onClick={() => open(5)}>
        Открыть
      </button>
      <button
        onClick={() => {
          close()
          close()
        }}
      >
        Закрыть дважды
      </button>
      <p>Открыто: {openId}</p>
    </>
  )
}

it('closes a photo once, however often it is asked to, and the state that a link brought stays', async () => {
  const state = { memorial: 'brought along' }
  const router = createMemoryRouter([{ path: '*', Component: Photos }], {
    initialEntries: ['/memorials', { pathname: '/memorials/7', state }],
  })
  render(<RouterProvider router={router} />)
  const press = (name: string) => act(() => screen.getByRole('button', { name }).click())

  for (let visit = 0; visit < 2; visit++) {
    press('Открыть')
    expect(await screen.findByText('Открыто: 5')).toBeVisible()
    expect(router.state.location).toMatchObject({ pathname: '/memorials/7', state: { ...state, openPhoto: 5 } })

    press('Закрыть дважды')
    expect(await screen.findByText('Открыто:')).toBeVisible()
    expect(router.state.location).toMatchObject({ pathname: '/memorials/7', state })
    expect(screen.getByRole('button', { name: 'Открыть' })).toHaveFocus()
  }
})

it('opens a photo once at a double click, and one Back closes it', async () => {
  const router = createMemoryRouter([{ path: '*', Component: Photos }], { initialEntries: ['/memorials/7'] })
  render(<RouterProvider router={router} />)
  const user = userEvent.setup()

  await user.dblClick(screen.getByRole('button', { name: 'Открыть' }))
  expect(await screen.findByText('Открыто: 5')).toBeVisible()
  await act(() => router.navigate(-1))

  expect(await screen.findByText('Открыто:')).toBeVisible()
})

it('opens a photo where the entry still names one that is gone', async () => {
  const router = createMemoryRouter([{ path: '*', Component: Photos }], {
    initialEntries: [{ pathname: '/memorials/7', state: { openPhoto: 4 } }],
  })
  render(<RouterProvider router={router} />)

  act(() => screen.getByRole('button', { name: 'Открыть' }).click())

  expect(await screen.findByText('Открыто: 5')).toBeVisible()
})
