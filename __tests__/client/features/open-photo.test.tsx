import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { useOpenPhoto } from '@client/features/memorial/archives/use-open-photo'

function Photos() {
  const { openId, open, close } = useOpenPhoto()
  return (
    <>
      <button onClick={({ currentTarget }) => open(5, currentTarget)}>Открыть</button>
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
