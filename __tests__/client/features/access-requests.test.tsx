import { screen, waitFor, within } from '@testing-library/react'
import type { AccessRequest } from '@contract/access'
import type { Memorial } from '@contract/memorial'
import { AccessRequestsSection } from '@client/features/memorial/edit-mode'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { openSection } from '@support/section'
import { disconnect, refuse, requestsTo, serve, serveAccessRequests, serveMemorial } from '@support/server'
import '@support/intersection-observer'

const TIMEOUT_MS = 180_000

function aRequest(differences: Partial<AccessRequest> = {}): AccessRequest {
  return {
    id: 5,
    name: 'Вера',
    email: 'vera@example.ru',
    text: 'Мы учились вместе.',
    status: 'pending',
    created_at: '2030-05-09T12:00:00.000Z',
    ...differences,
  }
}

const VERA = aRequest()
const BORIS = aRequest({ id: 6, name: 'Борис', email: 'boris@example.ru', text: '', status: 'approved' })
const GLEB = aRequest({ id: 7, name: 'Глеб', email: 'gleb@example.ru', text: '', status: 'rejected' })

function openToEdit(requests: AccessRequest[], stored: Partial<Memorial> = {}, { asId = 1, moreWaiting = false } = {}) {
  serveMemorial(aMemorial({ id: 7, user_id: 1, public_status: false, ...stored }))
  serveAccessRequests(7, requests, moreWaiting)
  const as = aUser({ id: asId, has_pin: true })
  return openSection(7, (memorial) => <AccessRequestsSection memorial={memorial} />, { as })
}

const section = () => screen.findByRole('region', { name: 'Кого впустить' })
const confirm = async (name: string) => within(await screen.findByRole('alertdialog')).getByRole('button', { name })

describe('those who keep a page', () => {
  it('are told that others wait behind those who are listed', async () => {
    openToEdit([VERA], {}, { moreWaiting: true })
    expect(await within(await section()).findByText(/^Есть и другие просьбы/)).toBeVisible()
  })

  it(
    'read who asks to be let in, what they wrote, and who was let in',
    async () => {
      openToEdit([VERA, BORIS, GLEB])
      const people = await within(await section()).findAllByRole('listitem')
      expect(people.map(({ textContent }) => textContent)).toEqual([
        'Вера, vera@example.ruМы учились вместе.ждёт вашего решения, просьба от 9 маяВпуститьОтказать',
        'Борис, boris@example.ruвы впустили, просьба от 9 маяЗакрыть доступ',
        'Глеб, gleb@example.ruвы отказали, просьба от 9 маяУбрать из списка',
      ])
    },
    TIMEOUT_MS,
  )

  it(
    'let somebody in by one press, and the focus stays near',
    async () => {
      const { user } = openToEdit([VERA])
      serve('post', 'access-requests/5/decide', { id: 5, status: 'approved' })
      const button = await within(await section()).findByRole('button', { name: 'Впустить: Вера' })
      serveAccessRequests(7, [{ ...VERA, status: 'approved' }])
      await user.click(button)
      expect(await screen.findByText('Мы отправили письмо со ссылкой: vera@example.ru')).toBeVisible()
      expect(await requestsTo('post', 'access-requests/5/decide')[0]?.json()).toEqual({ decision: 'approved' })
      expect(await screen.findByRole('button', { name: 'Закрыть доступ: Вера' })).toBeVisible()
      expect(await section()).toContainElement(document.activeElement as HTMLElement)
    },
    TIMEOUT_MS,
  )

  it(
    'refuse after a question, and are told when somebody else decided before them',
    async () => {
      const { user } = openToEdit([VERA])
      refuse('post', 'access-requests/5/decide', 409, 'По этой просьбе решение уже принято.')
      const button = await within(await section()).findByRole('button', { name: 'Отказать: Вера' })
      serveAccessRequests(7, [{ ...VERA, status: 'approved' }])
      await user.click(button)
      expect(requestsTo('post', 'access-requests/5/decide')).toEqual([])
      await user.click(await confirm('Отказать'))
      expect(await screen.findByText('По этой просьбе решение уже принято.')).toBeVisible()
      expect(await requestsTo('post', 'access-requests/5/decide')[0]?.json()).toEqual({ decision: 'rejected' })
      expect(await screen.findByRole('button', { name: 'Закрыть доступ: Вера' })).toBeVisible()
    },
    TIMEOUT_MS,
  )

  it(
    'end the access of somebody after a question',
    async () => {
      const { user } = openToEdit([BORIS, GLEB])
      serve('delete', 'access-requests/6', null, 204)
      refuse('delete', 'access-requests/7', 500)
      const close = await within(await section()).findByRole('button', { name: 'Закрыть доступ: Борис' })
      serveAccessRequests(7, [GLEB])
      await user.click(close)
      expect(requestsTo('delete', 'access-requests/6')).toEqual([])
      await user.click(await confirm('Закрыть доступ'))
      expect(await screen.findByText('Доступ закрыт')).toBeVisible()
      await waitFor(() => expect(screen.queryByText('Борис, boris@example.ru')).not.toBeInTheDocument())

      await user.click(screen.getByRole('button', { name: 'Убрать из списка: Глеб' }))
      await user.click(await confirm('Убрать из списка'))
      expect(await screen.findByText('Не получилось. Пожалуйста, попробуйте ещё раз.')).toBeVisible()
      expect(screen.getByText('Глеб, gleb@example.ru')).toBeVisible()
    },
    TIMEOUT_MS,
  )

  it(
    'read so while nobody has asked, also a keeper who is not the owner',
    async () => {
      openToEdit([], { role: 'keeper' }, { asId: 2 })
      expect(await within(await section()).findByText('Пока просьб нет.')).toBeVisible()
    },
    TIMEOUT_MS,
  )

  it(
    'are told when the list could not be had, and ask again',
    async () => {
      serveMemorial(aMemorial({ id: 7, user_id: 1, public_status: false }))
      disconnect('get', 'memorial/7/access-requests')
      const { user } = openAt('/memorials/7', { as: aUser({ id: 1, has_pin: true }) })
      await user.click(await screen.findByText('Редактировать'))
      expect(await screen.findByText('Не удалось загрузить просьбы.')).toBeVisible()

      serveAccessRequests(7, [VERA])
      await user.click(within(await section()).getByRole('button', { name: 'Повторить' }))
      expect(await screen.findByText('Мы учились вместе.')).toBeVisible()
    },
    TIMEOUT_MS,
  )

  it(
    'find nothing of it on a public page, unless somebody is left in the list',
    async () => {
      serveMemorial(aMemorial({ id: 7, user_id: 1, public_status: true }))
      serveAccessRequests(7, [])
      const { user } = openAt('/memorials/7', { as: aUser({ id: 1, has_pin: true }) })
      await user.click(await screen.findByText('Редактировать'))
      await waitFor(() => expect(requestsTo('get', 'memorial/7/access-requests')).toHaveLength(1))
      expect(await screen.findByRole('region', { name: 'Кто хранит страницу' })).toBeVisible()
      expect(screen.queryByRole('region', { name: 'Кого впустить' })).not.toBeInTheDocument()

      await user.click(screen.getByText('Готово'))
      serveAccessRequests(7, [BORIS])
      await user.click(await screen.findByText('Редактировать'))
      expect(await section()).toBeVisible()
    },
    TIMEOUT_MS,
  )
})
