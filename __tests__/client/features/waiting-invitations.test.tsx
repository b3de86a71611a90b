import { screen, waitFor, within } from '@testing-library/react'
import type { WaitingInvitation } from '@contract/keepers'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import {
  hold,
  refuse,
  requestsTo,
  serve,
  serveMemorial,
  serveMyMemorials,
  serveWaitingInvitations,
} from '@support/server'

const INVITED: WaitingInvitation = {
  id: 5,
  memorial_name: 'Ёлкин Пётр Андреевич',
  invited_by: 'sestra@example.ru',
  role: 'keeper',
  expires_at: '2030-05-09T12:00:00.000Z',
}
const PAGE = aMemorial({ id: 7, user_id: 1, role: 'keeper', lastname: 'Ёлкин' })
const TO_KEEP =
  'sestra@example.ru просит вас хранить страницу «Ёлкин Пётр Андреевич». Приняв приглашение, вы сможете читать её и дополнять вместе с близкими.'
const TIMEOUT_MS = 180_000

async function openCabinet(path: string, invitations: WaitingInvitation[]) {
  serveMyMemorials([])
  serveWaitingInvitations(invitations)
  const page = openAt(path, { as: aUser({ id: 2 }) })
  const section = await screen.findByRole('region', { name: 'Приглашения' })
  return { ...page, section }
}

/** What is read, with plain spaces. */
const textOf = (element: HTMLElement) => element.textContent.replaceAll('\u00a0', ' ')

describe.each(['/profile', '/my-memorials'])('the cabinet at %s', (path) => {
  it(
    'says who invites to whose page, and shows the page at once when that is accepted',
    async () => {
      const { user, section } = await openCabinet(path, [INVITED])
      expect(textOf(within(section).getByRole('listitem'))).toContain(TO_KEEP)
      expect(textOf(section)).toContain('Приглашение действует до 9 мая 2030.')
      expect(await screen.findByText('Здесь пока нет мемориалов')).toBeVisible()

      serve('post', 'keepers/invitations/5/accept', { memorial_id: 7 })
      serveMyMemorials([PAGE])
      serveWaitingInvitations([])
      await user.click(within(section).getByRole('button', { name: 'Принять приглашение: Ёлкин Пётр Андреевич' }))

      expect(await screen.findByText('Спасибо. Теперь вы храните эту страницу.')).toBeVisible()
      expect(await screen.findByRole('heading', { name: /Ёлкин/ })).toBeVisible()
      expect(await within(section).findByText('Больше приглашений нет.')).toBeVisible()
      expect(within(section).queryByRole('listitem')).not.toBeInTheDocument()
    },
    TIMEOUT_MS,
  )
})

it(
  'declines an invitation after asking',
  async () => {
    const { user, section } = await openCabinet('/my-memorials', [INVITED])
    await user.click(within(section).getByRole('button', { name: 'Отклонить: Ёлкин Пётр Андреевич' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog).toHaveTextContent('sestra@example.ru может пригласить вас ещё раз')
    expect(requestsTo('delete', 'keepers/invitations/5')).toEqual([])

    serve('delete', 'keepers/invitations/5', null, 204)
    serveWaitingInvitations([])
    await user.click(within(dialog).getByRole('button', { name: 'Отклонить' }))

    expect(await screen.findByText('Приглашение отклонено')).toBeVisible()
    expect(await within(section).findByText('Больше приглашений нет.')).toBeVisible()
  },
  TIMEOUT_MS,
)

it('offers a page to own, names nobody where its owner is gone, and says why it is not taken', async () => {
  const left = { ...INVITED, role: 'owner' as const, invited_by: null }
  const { user, section } = await openCabinet('/my-memorials', [left])
  expect(textOf(section)).toContain('Вам передают страницу «Ёлкин Пётр Андреевич».')
  expect(textOf(section)).not.toContain('@')

  refuse('post', 'keepers/invitations/5/accept', 403, 'Чтобы принять страницу, нужно свободное место.')
  await user.click(within(section).getByRole('button', { name: /^Принять страницу/ }))
  expect(await screen.findByText('Чтобы принять страницу, нужно свободное место.')).toBeVisible()
  expect(within(section).getByRole('listitem')).toBeVisible()
})

it('drops an invitation that was withdrawn meanwhile', async () => {
  const { user, section } = await openCabinet('/my-memorials', [INVITED])
  refuse('post', 'keepers/invitations/5/accept', 404, 'Not Found')
  serveWaitingInvitations([])
  await user.click(within(section).getByRole('button', { name: /^Принять/ }))

  expect(await screen.findByText('Этого приглашения больше нет.')).toBeVisible()
  await waitFor(() => expect(within(section).queryByRole('listitem')).not.toBeInTheDocument())
})

it('says nothing of invitations where there are none', async () => {
  serveMyMemorials([])
  openAt('/my-memorials', { as: aUser() })
  expect(await screen.findByText('Здесь пока нет мемориалов')).toBeVisible()
  expect(screen.queryByText(/приглашени/i)).not.toBeInTheDocument()
})

describe('the link of an invitation', () => {
  it('says who invites to whose page, and accepts by a press alone', async () => {
    serveWaitingInvitations([{ ...INVITED, id: 4, memorial_name: 'Чужая Анна' }, INVITED])
    serve('post', 'keepers/accept', { memorial_id: 7 })
    serveMemorial(PAGE)
    const { user, address } = openAt('/keepers/accept?token=tayna&id=5', { as: aUser({ id: 2 }) })
    const button = await screen.findByRole('button', { name: 'Принять приглашение' })
    expect(textOf(screen.getByRole('main'))).toContain(TO_KEEP)
    expect(textOf(screen.getByRole('main'))).not.toContain('Чужая')

    await user.click(button)
    await waitFor(() => expect(address()).toBe('/memorials/7'))
    expect(await requestsTo('post', 'keepers/accept')[0]?.json()).toEqual({ token: 'tayna' })
  })

  it('declines too, and leads to the cabinet', async () => {
    serveWaitingInvitations([INVITED])
    serve('delete', 'keepers/invitations/5', null, 204)
    serveMyMemorials([])
    const { user, address } = openAt('/keepers/accept?token=tayna&id=5', { as: aUser({ id: 2 }) })
    await user.click(await screen.findByRole('button', { name: /^Отклонить/ }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Отклонить' }))
    await waitFor(() => expect(address()).toBe('/profile'))
  })

  it('tells another account neither whose page it is nor who invites', async () => {
    serveWaitingInvitations([])
    openAt('/keepers/accept?token=tayna&id=5', { as: aUser({ id: 3 }) })
    expect(await screen.findByText(/^Вас просят хранить страницу памяти\./)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Отклонить/ })).not.toBeInTheDocument()
  })

  it('does not speak before it knows of what', async () => {
    serveWaitingInvitations([INVITED])
    const release = hold('get', 'keepers/invitations')
    openAt('/keepers/accept?token=tayna&id=5', { as: aUser({ id: 2 }) })
    await waitFor(() => expect(requestsTo('get', 'keepers/invitations')).toHaveLength(1))
    await screen.findByText('Загрузка...')
    expect(screen.queryByText(/просят хранить/)).not.toBeInTheDocument()

    release()
    expect(await screen.findByRole('button', { name: 'Принять приглашение' })).toBeVisible()
    expect(textOf(screen.getByRole('main'))).toContain(TO_KEEP)
  })
})
