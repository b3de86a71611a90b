import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { Memorial } from '@contract/memorial'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { hold, refuse, requestsTo, serve, serveMemorial } from '@support/server'
import '@support/intersection-observer'

const UPDATE = 'memorial/update/7/'
const isPublic = () => screen.getByLabelText<HTMLInputElement>('Публичная страница')
const isHero = () => screen.getByLabelText<HTMLInputElement>('Герой СВО')

const isInSearch = () => screen.getByLabelText<HTMLInputElement>('Показывать в поисковых системах')

async function openToEdit(memorial: Partial<Memorial>) {
  serveMemorial(aMemorial({ id: 7, user_id: 1, ...memorial }))
  const page = openAt('/memorials/7', { as: aUser({ id: 1 }) })
  fireEvent.click(await screen.findByText('Редактировать'))
  return page
}

function acceptChange(memorial: Partial<Memorial>): void {
  serve('patch', UPDATE, aMemorial({ id: 7, user_id: 1, ...memorial }))
  serveMemorial(aMemorial({ id: 7, user_id: 1, ...memorial }))
}

async function sentFields() {
  await waitFor(() => expect(requestsTo('patch', UPDATE)).toHaveLength(1))
  return Object.fromEntries((await requestsTo('patch', UPDATE)[0]?.formData()) ?? [])
}

describe('the switches', () => {
  it('are turned before the server has answered', async () => {
    await openToEdit({ public_status: false })
    acceptChange({ public_status: true })
    const release = hold('patch', UPDATE)

    fireEvent.click(isPublic())

    await waitFor(() => expect(isPublic()).toBeChecked())
    release()
    expect(await sentFields()).toEqual({ public_status: 'true' })
    expect(isPublic()).toBeChecked()
  })

  it('take the hero away with the public page', async () => {
    await openToEdit({ public_status: true, swo_status: true })
    expect(isHero()).toBeChecked()
    acceptChange({ public_status: false, swo_status: false })
    const release = hold('patch', UPDATE)

    fireEvent.click(isPublic())

    await waitFor(() => expect(isHero()).not.toBeChecked())
    expect(isHero()).toBeDisabled()
    release()
    expect(await sentFields()).toEqual({ public_status: 'false' })
  })

  it('keep a public page out of search engines, and bring it back', async () => {
    await openToEdit({ public_status: true, indexable: true })
    expect(isInSearch()).toBeChecked()
    acceptChange({ public_status: true, indexable: false })

    fireEvent.click(isInSearch())

    await waitFor(() => expect(isInSearch()).not.toBeChecked())
    expect(await sentFields()).toEqual({ indexable: 'false' })
    expect(isInSearch()).toHaveAccessibleDescription(/не\s+показывать эту страницу/)
  })

  it('offer search engines nothing of a closed page', async () => {
    await openToEdit({ public_status: false, indexable: true })

    expect(isInSearch()).toBeDisabled()
    expect(isInSearch()).not.toBeChecked()
    expect(isInSearch()).toHaveAccessibleDescription(/^Закрытую страницу поисковые системы не\s+видят\.$/)
  })

  it('make a hero of whoever has a public page only', async () => {
    await openToEdit({ public_status: true, swo_status: false })
    acceptChange({ public_status: true, swo_status: true })

    expect(isHero()).toBeEnabled()
    fireEvent.click(isHero())

    expect(await sentFields()).toEqual({ swo_status: 'true' })
  })

  it.each([500, 403])('are put back when the server refuses with %i', async (status) => {
    await openToEdit({ public_status: true, swo_status: true })
    refuse('patch', UPDATE, status)
    const answer = hold('patch', UPDATE)
    // Nothing but the roll-back puts them back: the server does not tell what it has.
    const release = hold('get', 'memorial/7')

    fireEvent.click(isPublic())

    await waitFor(() => expect(isPublic()).not.toBeChecked())
    answer()
    expect(await screen.findByText('Ошибка при смене статуса.')).toBeVisible()
    await waitFor(() => expect(isPublic()).toBeChecked())
    expect(isHero()).toBeChecked()
    release()
  })

  it('send one change at a time', async () => {
    await openToEdit({ public_status: false })
    acceptChange({ public_status: true })
    const release = hold('patch', UPDATE)

    fireEvent.click(isPublic())
    await waitFor(() => expect(isPublic()).toBeChecked())
    fireEvent.click(isPublic())
    release()

    await waitFor(() =>
      expect(screen.getByRole('group', { name: 'Кто видит страницу' })).toHaveAttribute('aria-busy', 'false'),
    )
    expect(requestsTo('patch', UPDATE)).toHaveLength(1)
    expect(isPublic()).toBeChecked()
  })
})

it('tells the owner of a closed page without a PIN that nobody else can open it', async () => {
  serveMemorial(aMemorial({ id: 7, user_id: 1, public_status: false }))
  openAt('/memorials/7', { as: aUser({ id: 1, has_pin: false }) })

  expect(await screen.findByText(/^Эта страница закрыта\. Чтобы её могли открыть/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Установить PIN-код' })).toHaveAttribute('href', '/profile#pin')
})

it('tells its owner, and nobody else, why a page was taken down and whom to write to', async () => {
  const closed_reason = 'Жалоба родственников'
  serveMemorial(aMemorial({ id: 7, user_id: 1, closed_by: 'moderators', closed_reason }))
  openAt('/memorials/7', { as: aUser({ id: 1 }) })

  const notice = await screen.findByText(/Сейчас её видят только те, кто её хранит, и модераторы/)
  expect(notice).toHaveTextContent('Страница временно закрыта модераторами')
  expect(notice).toHaveTextContent('Причина: Жалоба родственников')
  expect(notice.querySelector('a')).toHaveAttribute('href', expect.stringMatching(/^mailto:/))
})

it('says nothing of it on a page that is open', async () => {
  serveMemorial(aMemorial({ id: 7, user_id: 1 }))
  openAt('/memorials/7', { as: aUser({ id: 1 }) })
  await screen.findByText('Редактировать')
  expect(screen.queryByText(/временно закрыта/)).not.toBeInTheDocument()
})
