import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Memorial } from '@contract/memorial'
import { StatusSwitches } from '@client/features/memorial/edit-mode'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { openEditPart, openPage, openSection } from '@support/section'
import { hold, refuse, requestsTo, serve, serveMemorial } from '@support/server'
import '@support/intersection-observer'

const UPDATE = 'memorial/update/7/'
const isPublic = () => screen.getByLabelText<HTMLInputElement>('Публичная страница')
const isHero = () => screen.getByLabelText<HTMLInputElement>('Герой СВО')

const isInSearch = () => screen.getByLabelText<HTMLInputElement>('Показывать в поисковых системах')

async function openToEdit(stored: Partial<Memorial>) {
  serveMemorial(aMemorial({ id: 7, user_id: 1, ...stored }))
  openSection(7, (memorial) => <StatusSwitches memorial={memorial} />, { as: aUser({ id: 1 }) })
  await openEditPart('Кто видит страницу')
}

function acceptChange(memorial: Partial<Memorial>): void {
  serve('patch', UPDATE, aMemorial({ id: 7, user_id: 1, ...memorial }))
  serveMemorial(aMemorial({ id: 7, user_id: 1, ...memorial }))
}

async function sentFields() {
  await waitFor(() => expect(requestsTo('patch', UPDATE)).toHaveLength(1))
  return Object.fromEntries((await requestsTo('patch', UPDATE)[0]?.formData()) ?? [])
}

const question = () => screen.findByRole('alertdialog', { name: 'Открыть страницу для всех?' })
async function answer(label: string): Promise<void> {
  fireEvent.click(within(await question()).getByRole('button', { name: label }))
}

describe('opening a closed page', () => {
  it('asks first, says what follows, and is sent once it is confirmed', async () => {
    serveMemorial(aMemorial({ id: 7, user_id: 1, public_status: false, indexable: true }))
    openAt('/memorials/7', { as: aUser({ id: 1 }) })
    fireEvent.click(await screen.findByText('Редактировать'))
    await openEditPart('Кто видит страницу')
    acceptChange({ public_status: true })

    fireEvent.click(isPublic())

    expect(await question()).toHaveTextContent(/её увидит каждый/)
    expect(await question()).toHaveTextContent(/найти через Яндекс и\s+Google/)
    expect(requestsTo('patch', UPDATE)).toHaveLength(0)
    await answer('Открыть для всех')
    expect(await sentFields()).toEqual({ public_status: 'true' })
    await waitFor(() => expect(isPublic()).toBeChecked())
  })

  it.each(['button', 'Escape'])(
    'is not done when one thinks better of it by %s, and the switch has the focus',
    async (by) => {
      await openToEdit({ public_status: false, indexable: false })

      fireEvent.click(isPublic())
      expect(await question()).not.toHaveTextContent(/Яндекс/)
      expect(screen.getByRole('button', { name: 'Оставить закрытой' })).toHaveFocus()
      if (by === 'Escape') fireEvent.keyDown(await question(), { key: 'Escape' })
      else await answer('Оставить закрытой')

      await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
      expect(isPublic()).not.toBeChecked()
      expect(isPublic()).toHaveFocus()
      expect(requestsTo('patch', UPDATE)).toHaveLength(0)
    },
  )

  it('is all that asks: closing does not', async () => {
    await openToEdit({ public_status: true })
    acceptChange({ public_status: false })

    fireEvent.click(isPublic())

    expect(await sentFields()).toEqual({ public_status: 'false' })
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })
})

describe('the switches', () => {
  it('let the family alone decide on words, and say what that means', async () => {
    await openToEdit({ keepers_decide: false })
    acceptChange({ keepers_decide: true })
    expect(screen.getByText(/когда их одобрите вы или модератор/)).toBeVisible()

    fireEvent.click(screen.getByRole('switch', { name: 'Решаем только мы' }))

    expect(await sentFields()).toEqual({ keepers_decide: 'true' })
    expect(await screen.findByText(/только если на\s+страницу пожалуются/)).toBeVisible()
  })

  it('are turned before the server has answered', async () => {
    await openToEdit({ public_status: false })
    acceptChange({ public_status: true })
    const release = hold('patch', UPDATE)

    fireEvent.click(isPublic())
    await answer('Открыть для всех')

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
    const letAnswer = hold('patch', UPDATE)
    // Nothing but the roll-back puts them back: the server does not tell what it has.
    const release = hold('get', 'memorial/7')

    fireEvent.click(isPublic())

    await waitFor(() => expect(isPublic()).not.toBeChecked())
    letAnswer()
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
    await answer('Открыть для всех')
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
  openPage('/memorials/7', { as: aUser({ id: 1, has_pin: false }) })

  expect(await screen.findByText(/^Эта страница закрыта\. Чтобы её могли открыть/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Установить PIN-код' })).toHaveAttribute('href', '/profile/settings#pin')
})

it('tells its owner, and nobody else, why a page was taken down and whom to write to', async () => {
  const closed_reason = 'Жалоба родственников'
  serveMemorial(aMemorial({ id: 7, user_id: 1, closed_by: 'moderators', closed_reason }))
  openPage('/memorials/7', { as: aUser({ id: 1 }) })

  const notice = await screen.findByText(/Сейчас её видят только те, кто её хранит, и модераторы/)
  expect(notice).toHaveTextContent('Страница временно закрыта модераторами')
  expect(notice).toHaveTextContent('Причина: Жалоба родственников')
  expect(notice.querySelector('a')).toHaveAttribute('href', expect.stringMatching(/^mailto:/))
})

it('says nothing of it on a page that is open', async () => {
  serveMemorial(aMemorial({ id: 7, user_id: 1 }))
  openPage('/memorials/7', { as: aUser({ id: 1 }) })
  await screen.findByText('Редактировать')
  expect(screen.queryByText(/временно закрыта/)).not.toBeInTheDocument()
})
