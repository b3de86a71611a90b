import { screen, within } from '@testing-library/react'
import { openAt } from '@support/render'

it('leads to the memorials and to a new one', async () => {
  openAt('/')

  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Мемориалы' })).toHaveAttribute('href', '/memorials')
  expect(main.getByRole('link', { name: 'Создать мемориал' })).toHaveAttribute('href', '/memorials/create')
})
