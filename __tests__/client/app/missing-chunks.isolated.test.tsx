import { screen, waitFor, within } from '@testing-library/react'
import { ADVANCED } from '@contract/memorial'
import { aMemorial, anArchiveItem, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { serveArchive, serveMemorial, serveMyMemorials } from '@support/server'
import { keepEverythingInView } from '@support/intersection-observer'

const missing = () => {
  throw new Error('Loading chunk failed')
}
jest.mock('@client/app/AccountMenu', () => missing())
jest.mock('@client/features/memorial/archives/PhotoLightbox', () => missing())
jest.mock('@client/ui/form/CalendarDialog', () => missing())

describe('what is fetched later and cannot be had takes no screen with it', () => {
  it('an account finds its cabinet without the menu', async () => {
    openAt('/no-such-page', { as: aUser() })

    const link = await within(await screen.findByRole('navigation', { name: 'Разделы сайта' })).findByRole('link', {
      name: 'Личный кабинет',
    })
    expect(link).toHaveAttribute('href', '/profile')
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible()
  })

  it('a calendar says so at each press, and the day can be typed', async () => {
    serveMyMemorials([])
    const { user } = openAt('/memorials/create', { as: aUser() })
    const [button] = await screen.findAllByRole('button', { name: 'Выбрать дату в календаре' })
    if (!button) throw new Error('No calendar on the form')

    const text = 'Не удалось открыть календарь. Дату можно ввести цифрами.'
    for (let press = 0; press < 2; press++) {
      await user.click(button)
      await user.click(await screen.findByRole('button', { name: text }))
      await waitFor(() => expect(screen.queryByText(text)).not.toBeInTheDocument())
    }

    const [day] = screen.getAllByRole('textbox', { name: 'День' })
    if (!day) throw new Error('No day on the form')
    await user.type(day, '9')
    expect(day).toHaveValue('9')
  })

  it('a photo stays small', async () => {
    keepEverythingInView()
    serveMemorial(aMemorial({ id: 7, user_id: 2, profile_rate: ADVANCED }))
    serveArchive('photo', 7, [anArchiveItem({ description: 'У реки' })])
    const { user } = openAt('/memorials/7')
    const thumbnail = await screen.findByRole('button', { name: 'У реки' })

    await user.click(thumbnail)

    expect(
      await screen.findByText('Не удалось открыть фотографию. Нажмите на неё ещё раз или обновите страницу.'),
    ).toBeVisible()
    expect(thumbnail).toHaveFocus()
  })
})
