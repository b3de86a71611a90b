import { act, screen, waitFor } from '@testing-library/react'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { hold, requestsTo, serve, serveMyMemorials } from '@support/server'

const CREATE = 'memorial/create'
const DRAFT = { lastname: 'Соколова', name: 'Анна', birth_date: '1931-05-09', death_date: '2014-11-02' }

/** A memorial is on its way, and whoever sent it looks at another page meanwhile. */
async function leaveBeforeTheAnswer() {
  localStorage.setItem('memorial-draft-1', JSON.stringify(DRAFT))
  serve('post', CREATE, aMemorial(), 201)
  serve('get', 'tariffs/', { result: [] })
  serveMyMemorials([aMemorial()])
  const release = hold('post', CREATE)
  const page = openAt('/memorials/create', { as: aUser({ id: 1 }) })
  const submit = () => page.user.click(screen.getByText('Создать мемориал', { selector: 'button' }))
  await formIsFull()
  await submit()
  await waitFor(() => expect(requestsTo('post', CREATE)).toHaveLength(1))
  await act(() => page.router.navigate('/tariffs'))
  await screen.findByRole('heading', { level: 1, name: 'Тарифы и цены' })
  return { ...page, submit, release }
}

const formIsFull = () => waitFor(() => expect(screen.getByLabelText('Фамилия')).toHaveValue('Соколова'))

beforeEach(() => serveMyMemorials([]))

it('leaves people on the page they went to meanwhile, and tells them there', async () => {
  const { release, router, address } = await leaveBeforeTheAnswer()

  release()

  expect(await screen.findByText('Мемориал создан')).toBeVisible()
  expect(router.state.navigation.state).toBe('idle')
  expect(address()).toBe('/tariffs')
  expect(localStorage.getItem('memorial-draft-1')).toBeNull()
})

it('leads on those who have come back to the form, and creates nothing twice', async () => {
  const { release, router, submit, address } = await leaveBeforeTheAnswer()
  await act(() => router.navigate('/memorials/create'))
  await formIsFull()

  await submit()
  expect((await screen.findAllByText(/^Мемориал уже создаётся/))[0]).toBeVisible()
  release()

  expect(await screen.findByText('Мемориал создан')).toBeVisible()
  await waitFor(() => expect(address()).toBe('/profile'))
  expect(requestsTo('post', CREATE)).toHaveLength(1)
  expect(localStorage.getItem('memorial-draft-1')).toBeNull()
})
