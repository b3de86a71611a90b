import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { Anniversary, DeathDay } from '@client/features/memorial/Anniversary'
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

it('is not rendered by the server, which does not know what day it will be', () => {
  const memorial = aMemorialCard({ birth_date: bornToday })
  expect(renderToString(<Anniversary memorial={memorial} />)).toBe('')
})

it('moves nothing when it comes', () => {
  render(<Anniversary memorial={aMemorialCard({ birth_date: bornToday })} />)

  expect(screen.getByText(/^Сегодня/)).toHaveStyle({ position: 'absolute' })
})

describe('on the anniversary of a death', () => {
  const diedToday = { death_date: `1990${today.slice(4)}` }

  it('the page opens with a candle that burns', async () => {
    serveMemorial(aMemorial({ id: 7, ...diedToday, candle_day: today }))
    openAt('/memorials/7')

    const candle = await screen.findByRole('img', { name: 'Свеча горит' })
    expect(await screen.findByText(/^Сегодня \d+ (год|года|лет) со дня смерти$/)).toBeVisible()
    const name = screen.getByRole('heading', { level: 1 })
    expect(candle.compareDocumentPosition(name)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('the server renders it too, so that nothing shifts', () => {
    const memorial = { ...aMemorialCard(diedToday), candle_day: today }
    expect(renderToString(<DeathDay memorial={memorial} />)).toContain('со\u00a0дня смерти')
    expect(renderToString(<DeathDay memorial={{ ...memorial, candle_day: null }} />)).toBe('')
  })
})
