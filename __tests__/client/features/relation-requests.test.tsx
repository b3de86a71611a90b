import { screen, within } from '@testing-library/react'
import type { PendingRelation } from '@contract/relations'
import { aMemorialCard, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { disconnect, refuse, requestsTo, serve, serveMyMemorials } from '@support/server'

const TIMEOUT_MS = 180_000
const SLOW = { timeout: 30_000 }

const REQUEST: PendingRelation = {
  id: 5,
  kind: 'sibling',
  memorial: aMemorialCard({ id: 8, lastname: 'Берёзова', name: 'Мария', surname: null }),
  page_id: 7,
  page_name: 'Ольхов Иван',
  created_at: '2030-05-09T12:00:00.000Z',
}

function openCabinet(result: PendingRelation[]) {
  serveMyMemorials([])
  serve('get', 'relations/pending', { result })
  return openAt('/profile/words', { as: aUser() })
}

const desk = async () => within(await screen.findByRole('region', { name: 'Просьбы о родстве' }, SLOW))

it(
  'says who asks to be named, and where',
  async () => {
    openCabinet([REQUEST])
    const row = await (await desk()).findByRole('listitem')
    expect(row).toHaveTextContent(/Берёзова Мария, \d{4}/)
    expect(row).toHaveTextContent('Просят назвать среди братьев и сестёр на странице Ольхов Иван')
    expect(within(row).getByRole('link', { name: 'Берёзова Мария' })).toHaveAttribute('href', '/memorials/8')
    expect(within(row).getByRole('link', { name: 'Ольхов Иван' })).toHaveAttribute('href', '/memorials/7')
  },
  TIMEOUT_MS,
)

it(
  'relates the pages by one press, and the focus stays in the section',
  async () => {
    const { user } = openCabinet([REQUEST])
    const button = await (await desk()).findByRole('button', { name: 'Согласиться: Берёзова Мария' })
    serve('post', 'relations/5/decide', { id: 5, status: 'approved' })
    serve('get', 'relations/pending', { result: [] })
    await user.click(button)
    expect(await screen.findByText('Страницы связаны: Берёзова Мария')).toBeVisible()
    expect(await screen.findByText('Больше просьб нет.')).toBeVisible()
    expect(await requestsTo('post', 'relations/5/decide')[0]?.json()).toEqual({ decision: 'approved' })
    expect(screen.getByRole('region', { name: 'Просьбы о родстве' })).toContainElement(
      document.activeElement as HTMLElement,
    )
  },
  TIMEOUT_MS,
)

it(
  'declines after a question, and is told when somebody decided before',
  async () => {
    const { user } = openCabinet([REQUEST])
    refuse('post', 'relations/5/decide', 409, 'По этой просьбе решение уже принято.')
    await user.click(await (await desk()).findByRole('button', { name: 'Отказать: Берёзова Мария' }))
    serve('get', 'relations/pending', { result: [] })
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Отказать' }))
    expect(await screen.findByText('По этой просьбе решение уже принято.')).toBeVisible()
    expect(await requestsTo('post', 'relations/5/decide')[0]?.json()).toEqual({ decision: 'rejected' })
    expect(await screen.findByText('Больше просьб нет.')).toBeVisible()
  },
  TIMEOUT_MS,
)

it(
  'is not there while nobody asks, and can be loaded again after a failure',
  async () => {
    openCabinet([])
    disconnect('get', 'relations/pending')
    const section = await desk()
    serve('get', 'relations/pending', { result: [REQUEST] })
    section.getByRole('button', { name: /ещё раз|Повторить/ }).click()
    expect(await section.findByRole('button', { name: 'Согласиться: Берёзова Мария' })).toBeVisible()
  },
  TIMEOUT_MS,
)
