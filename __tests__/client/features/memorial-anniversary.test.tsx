import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { Anniversary } from '@client/features/memorial/Anniversary'
import { moscowDay } from '@contract/days'
import { aMemorial, aMemorialCard } from '@support/factories'
import { openAt } from '@support/render'
import { serveMemorial } from '@support/server'
import '@support/intersection-observer'

const today = moscowDay()
const bornToday = `1904${today.slice(4)}`

it('is told of on the page', async () => {
  serveMemorial(aMemorial({ id: 7, birth_date: bornToday }))
  openAt('/memorials/7')

  expect(await screen.findByText(/^Сегодня \d+ (год|года|лет) со дня рождения$/)).toBeVisible()
})

it('is not rendered by the server, whose pages are kept for longer than a day', () => {
  const memorial = aMemorialCard({ birth_date: bornToday })
  expect(renderToString(<Anniversary memorial={memorial} />)).toBe('')
})

it('moves nothing when it comes', () => {
  render(<Anniversary memorial={aMemorialCard({ birth_date: bornToday })} />)

  expect(screen.getByText(/^Сегодня/)).toHaveStyle({ position: 'absolute' })
})
