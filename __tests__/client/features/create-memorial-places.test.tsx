import { screen, within } from '@testing-library/react'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { serveMyMemorials } from '@support/server'

describe('the places of an account', () => {
  const full = { as: aUser({ max_memorials: 1 }) }

  it('are spoken of instead of the form when none is left', async () => {
    serveMyMemorials([aMemorial()])
    openAt('/memorials/create', full)

    expect(await screen.findByRole('heading', { name: 'Свободных мест больше нет' })).toBeVisible()
    expect(screen.queryByLabelText('Фамилия')).not.toBeInTheDocument()
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Тарифы и цены' })).toHaveAttribute(
      'href',
      '/tariffs',
    )
  })

  it('are spoken of above the form when this one is the last', async () => {
    serveMyMemorials([])
    openAt('/memorials/create', full)

    expect(await screen.findByText(/Это последнее свободное место/)).toBeVisible()
    expect(screen.getByLabelText('Фамилия')).toBeVisible()
  })
})
