import { act, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { NO_FILTERS } from '@contract/list-parameters'
import { type ListUrl, useListUrl } from '@client/features/memorials/list-query'

function openList(address: string) {
  const shown: ListUrl[] = []
  function List() {
    shown.push(useListUrl())
    return null
  }
  const router = createMemoryRouter([{ path: '/swo', element: <List /> }], { initialEntries: [address] })
  render(<RouterProvider router={router} />)
  return { router, list: shown[0] as ListUrl, shown, search: () => decodeURI(router.state.location.search) }
}

it('keeps a sorting that is chosen while a surname that was typed still waits', () => {
  const { list, search } = openList('/swo')
  act(() => {
    list.sort({ sort_by: 'birth_date' })
    list.filter({ ...NO_FILTERS, lastname: 'Орлов' })
    list.sort({ sort_order: 'desc' })
  })
  expect(search()).toBe('?lastname=Орлов&sort_by=birth_date&sort_order=desc')
})

it('starts from where Back has led', async () => {
  const { list, shown, search, router } = openList('/swo?lastname=Орлов')
  act(() => list.reset())
  expect(search()).toBe('')
  await act(() => router.navigate(-1))
  act(() => shown.at(-1)?.sort({ sort_order: 'desc' }))
  expect(search()).toBe('?lastname=Орлов&sort_order=desc')
})
