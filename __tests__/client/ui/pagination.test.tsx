import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { Pagination } from '@client/ui/Pagination'

function show(page: number, count: number) {
  render(
    <MemoryRouter>
      <Pagination page={page} count={count} pageUrl={(to) => `/memorials?page=${to}`} />
    </MemoryRouter>,
  )
}

/** The items between the arrows, as they are read: 1 … 4 5 6 … 10. */
function shown(): string {
  const items = within(screen.getByRole('navigation', { name: 'Страницы' })).getAllByRole('listitem')
  return items
    .slice(1, -1)
    .map((item) => item.textContent)
    .join(' ')
}

it('shows nothing for a single page', () => {
  show(1, 1)
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
})

it.each([
  [1, 5, '1 2 3 4 5'],
  [1, 6, '1 2 … 6'],
  [3, 6, '1 2 3 4 … 6'],
  [4, 10, '1 … 3 4 5 … 10'],
  [10, 10, '1 … 9 10'],
  [50, 100, '1 … 49 50 51 … 100'],
])('at page %i of %i shows: %s', (page, count, expected) => {
  show(page, count)
  expect(shown()).toBe(expected)
})

it('links to each page and marks the current one', () => {
  show(2, 5)

  expect(screen.getByRole('link', { name: 'Страница 4' })).toHaveAttribute('href', '/memorials?page=4')
  expect(screen.getByRole('link', { name: 'Страница 2' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: 'Страница 1' })).not.toHaveAttribute('aria-current')
  expect(screen.getByRole('link', { name: 'Предыдущая страница' })).toHaveAttribute('href', '/memorials?page=1')
  expect(screen.getByRole('link', { name: 'Следующая страница' })).toHaveAttribute('href', '/memorials?page=3')
})

it.each([
  [1, 'Предыдущая страница'],
  [5, 'Следующая страница'],
])('disables an arrow at its end (page %i)', (page, name) => {
  show(page, 5)
  expect(screen.queryByRole('link', { name })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name })).toBeDisabled()
})
