import { screen, waitFor, within } from '@testing-library/react'
import type { Memorial } from '@contract/memorial'
import { KeepersSection } from '@client/features/memorial/edit-mode'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { openEditPart, openSection } from '@support/section'
import {
  forgetRequests,
  refuse,
  requestsTo,
  serve,
  serveKeepers,
  serveMemorial,
  serveMyMemorials,
} from '@support/server'
import '@support/intersection-observer'

const OWNER = { user_id: 1, email: 'sestra@example.ru', display_name: null, role: 'owner' } as const
const BROTHER = { user_id: 2, email: 'brat@example.ru', display_name: null, role: 'keeper' } as const
const INVITED = { id: 5, email: 'tyotya@example.ru', role: 'keeper', expires_at: '2030-05-09T12:00:00.000Z' } as const
const TIMEOUT_MS = 180_000

async function openPageToEdit(memorial: Partial<Memorial>, asId: number) {
  serveMemorial(aMemorial({ id: 7, user_id: 1, ...memorial }))
  serveKeepers(7, [OWNER, BROTHER], [INVITED])
  const page = openAt('/memorials/7', { as: aUser({ id: asId }) })
  await page.user.click(await screen.findByText('Редактировать'))
  return { ...page, section: await openEditPart('Кто хранит страницу') }
}

async function openToEdit() {
  serveMemorial(aMemorial({ id: 7, user_id: 1 }))
  serveKeepers(7, [OWNER, BROTHER], [INVITED])
  const page = openSection(7, (memorial) => <KeepersSection memorial={memorial} isOwner />, { as: aUser({ id: 1 }) })
  return { ...page, section: await openEditPart('Кто хранит страницу') }
}

const confirm = async (name: string) => within(await screen.findByRole('alertdialog')).getByRole('button', { name })

describe('the owner', () => {
  it(
    'reads who keeps the page and who is invited, and lets them go',
    async () => {
      const { user, section } = await openToEdit()
      const people = await within(section).findAllByRole('listitem')
      expect(people.map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))).toEqual([
        'sestra@example.ruвы, владелец',
        'brat@example.ruхранит вместе с вамиУбрать',
        'tyotya@example.ruприглашение отправлено, действует до 9 маяОтозвать',
      ])

      serve('delete', 'memorial/7/keepers/2', null, 204)
      serveKeepers(7, [OWNER], [INVITED])
      await user.click(within(section).getByRole('button', { name: 'Убрать из хранителей: brat@example.ru' }))
      await user.click(await confirm('Убрать'))
      expect(await screen.findByText('Этот человек больше не хранит страницу')).toBeVisible()

      refuse('delete', 'memorial/7/invitations/5', 500)
      await user.click(await within(section).findByRole('button', { name: 'Отозвать приглашение: tyotya@example.ru' }))
      await user.click(await confirm('Отозвать'))
      expect(await screen.findByText('Не получилось. Пожалуйста, попробуйте ещё раз.')).toBeVisible()
      expect(within(section).getByText('tyotya@example.ru')).toBeVisible()
    },
    TIMEOUT_MS,
  )

  it(
    'invites by e-mail, and is told why that was refused',
    async () => {
      const { user, section } = await openToEdit()
      const field = await within(section).findByRole('textbox', { name: 'E-mail близкого человека' })
      refuse('post', 'memorial/7/keepers', 409, 'Этот человек уже хранит страницу вместе с вами.')
      await user.type(field, BROTHER.email)
      await user.click(within(section).getByRole('button', { name: 'Пригласить' }))
      expect(await within(section).findByText('Этот человек уже хранит страницу вместе с вами.')).toBeVisible()

      forgetRequests()
      serve('post', 'memorial/7/keepers', INVITED, 201)
      await user.clear(field)
      await user.type(field, INVITED.email)
      await user.click(within(section).getByRole('button', { name: 'Пригласить' }))
      expect(await screen.findByText('Приглашение отправлено: tyotya@example.ru')).toBeVisible()
      expect(await requestsTo('post', 'memorial/7/keepers')[0]?.json()).toEqual({ email: INVITED.email })
      expect(field).toHaveValue('')
    },
    TIMEOUT_MS,
  )

  it(
    'offers the page to another owner, with the password',
    async () => {
      const { user, section } = await openToEdit()
      await user.click(await within(section).findByRole('button', { name: 'Передать страницу другому человеку' }))
      refuse('post', 'memorial/7/hand-over', 400, 'Неверный текущий пароль')
      await user.type(within(section).getByRole('textbox', { name: 'E-mail нового владельца' }), BROTHER.email)
      await user.type(within(section).getByLabelText('Текущий пароль'), 'Ne-tot-1945')
      await user.click(within(section).getByRole('button', { name: 'Предложить страницу' }))
      expect(await within(section).findAllByText('Неверный текущий пароль')).not.toHaveLength(0)

      serve('post', 'memorial/7/hand-over', null, 202)
      await user.click(within(section).getByRole('button', { name: 'Предложить страницу' }))
      expect(await screen.findByText('Предложение отправлено: brat@example.ru')).toBeVisible()
      expect(within(section).queryByLabelText('Текущий пароль')).not.toBeInTheDocument()
    },
    TIMEOUT_MS,
  )
})

describe('a keeper', () => {
  it(
    'changes the page, but does not delete it or invite, and may leave',
    async () => {
      const { user, section } = await openPageToEdit({ role: 'keeper' }, 2)
      expect(screen.getByText('Изменить имя')).toBeVisible()
      expect(screen.queryByText('Удалить мемориал')).not.toBeInTheDocument()
      expect(within(section).queryByText('Пригласить')).not.toBeInTheDocument()

      serve('delete', 'memorial/7/keepers/2', null, 204)
      serveMemorial(aMemorial({ id: 7, user_id: 1, role: null }))
      await user.click(await within(section).findByRole('button', { name: 'Больше не хранить страницу' }))
      await user.click(await confirm('Больше не хранить страницу'))
      expect(await screen.findByText('Вы больше не храните эту страницу')).toBeVisible()
      await waitFor(() => expect(screen.queryByText('Изменить имя')).not.toBeInTheDocument())
    },
    TIMEOUT_MS,
  )

  it('finds the page among their own, where it takes no place', async () => {
    serveMyMemorials([aMemorial({ id: 7, user_id: 1, role: 'keeper', public_status: false })])
    openAt('/my-memorials', { as: aUser({ id: 2, max_memorials: 1, has_pin: false }) })

    expect(await screen.findByText(/Вы храните её вместе с владельцем/)).toBeVisible()
    expect(screen.queryByText(/установите PIN-код/)).not.toBeInTheDocument()
  })
})

describe('the link of an invitation', () => {
  it('accepts by a press alone, and leads to the page', async () => {
    serve('post', 'keepers/accept', { memorial_id: 7 })
    serveMemorial(aMemorial({ id: 7, user_id: 1, role: 'keeper' }))
    const { user, address } = openAt('/keepers/accept?token=tayna', { as: aUser({ id: 2 }) })
    const button = await screen.findByRole('button', { name: 'Принять приглашение' })
    expect(requestsTo('post', 'keepers/accept')).toEqual([])

    await user.click(button)
    expect(await screen.findByText('Спасибо. Теперь вы храните эту страницу.')).toBeVisible()
    expect(address()).toBe('/memorials/7')
    expect(await requestsTo('post', 'keepers/accept')[0]?.json()).toEqual({ token: 'tayna' })
  })

  it('says why it opens nothing', async () => {
    refuse('post', 'keepers/accept', 400, 'Приглашение отозвано или устарело. Попросите прислать новое.')
    const { user } = openAt('/keepers/accept?token=tayna', { as: aUser({ id: 2 }) })
    await user.click(await screen.findByRole('button', { name: 'Принять приглашение' }))
    expect(await screen.findByText('Приглашение отозвано или устарело. Попросите прислать новое.')).toBeVisible()
  })

  it('without its token says so, and offers nothing to press', async () => {
    openAt('/keepers/accept', { as: aUser({ id: 2 }) })
    expect(await screen.findByText('В ссылке не хватает части. Откройте её из письма ещё раз.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Принять приглашение' })).not.toBeInTheDocument()
  })
})
