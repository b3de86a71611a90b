import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { MemorialCard } from '@client/ui/MemorialCard'
import { aMemorialCard } from '@support/factories'

it('is a row of at least 160 px on a phone: the portrait, and beside it the name and the dates', () => {
  render(<MemorialCard memorial={aMemorialCard()} />, { wrapper: MemoryRouter })

  const row = getComputedStyle(screen.getByRole('article'))
  expect(row.minHeight).toBe('160px')
  expect(row.gridTemplateColumns).toBe('clamp(96px, 30vw, 120px) minmax(0, 1fr)')
})
