import { screen, within } from '@testing-library/react'
import type { PendingAccessRequest } from '@contract/access'
import { aUser } from '@support/factories'
import { openAt } from '@support/render'
import { disconnect, refuse, requestsTo, serve, serveMyMemorials } from '@support/server'

const TIMEOUT_MS = 180_000
const SLOW = { timeout: 30_000 }
const TITLE = 'Просьбы открыть страницу'

const VERA: PendingAccessRequest = {
  id: 5,
  name: 'Вера',
  email: 'vera@example.ru',
  text: 'Мы учились вместе.',
  created_at: '2030-05-09T12:00:00.000Z',
  memorial_id: 7,
  memorial_name: 'Ольхов Иван',
}

function openCabinet(result: PendingAccessRequest[], isVerified = true) {
  serveMyMemorials([])
  serve('get', 'access-requests/pending', { result })
  return openAt('/profile/words', { as: aUser({ is_verified: isVerified }) })
}

const section = async () => within(await screen.findByRole('region', { name: TITLE }, SLOW))

it(
  'says in the cabinet who asks to be let in, what they wrote, and to which page',
  async () => {
    openCabinet([VERA])
    const row = await (await section()).findByRole('listitem')
    expect(row).toHaveTextContent(
      'Вера, vera@example.ruМы учились вместе.Просьба от 9 мая, страница Ольхов ИванВпуститьОтказать',
    )
    expect(within(row).getByRole('link', { name: 'Ольхов Иван' })).toHaveAttribute('href', '/memorials/7')
  },
  TIMEOUT_MS,
)

it(
  'lets somebody in by one press, and the focus stays in the section',
  async () => {
    const { user } = openCabinet([VERA])
    const button = await (await section()).findByRole('button', { name: 'Впустить: Вера' })
    serve('post', 'access-requests/5/decide', { id: 5, status: 'approved' })
    serve('get', 'access-requests/pending', { result: [] })
    await user.click(button)
    expect(await screen.findByText('Мы отправили письмо со ссылкой: vera@example.ru')).toBeVisible()
    expect(await screen.findByText('Больше просьб нет.')).toBeVisible()
    expect(await requestsTo('post', 'access-requests/5/decide')[0]?.json()).toEqual({ decision: 'approved' })
    expect(screen.getByRole('region', { name: TITLE })).toContainElement(document.activeElement as HTMLElement)
  },
  TIMEOUT_MS,
)

it(
  'refuses after a question, and is told when somebody decided before',
  async () => {
    const { user } = openCabinet([VERA])
    refuse('post', 'access-requests/5/decide', 409, 'По этой просьбе решение уже принято.')
    await user.click(await (await section()).findByRole('button', { name: 'Отказать: Вера' }))
    serve('get', 'access-requests/pending', { result: [] })
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Отказать' }))
    expect(await screen.findByText('По этой просьбе решение уже принято.')).toBeVisible()
    expect(await requestsTo('post', 'access-requests/5/decide')[0]?.json()).toEqual({ decision: 'rejected' })
    expect(await screen.findByText('Больше просьб нет.')).toBeVisible()
  },
  TIMEOUT_MS,
)

it(
  'can be loaded again after a failure',
  async () => {
    openCabinet([])
    disconnect('get', 'access-requests/pending')
    const failed = await section()
    serve('get', 'access-requests/pending', { result: [VERA] })
    failed.getByRole('button', { name: 'Повторить' }).click()
    expect(await failed.findByRole('button', { name: 'Впустить: Вера' })).toBeVisible()
  },
  TIMEOUT_MS,
)
