import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { openEditPart } from '@support/section'
import { refuse, requestsTo, serve, serveKeepers, serveMemorial, serveMyMemorials } from '@support/server'
import '@support/intersection-observer'

const TIMEOUT_MS = 180_000
const ONE = { download_path: '/exports/1/7?expires=1&signature=one' }
const ALL = { download_path: '/exports/1/all?expires=1&signature=all' }

/** What the browser was told to download. */
const downloads: string[] = []

beforeEach(() => {
  downloads.length = 0
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    if (this.hasAttribute('download')) downloads.push(this.getAttribute('href') ?? '')
  })
})

async function openEdited() {
  serveMemorial(aMemorial({ id: 7, user_id: 1, role: 'owner', used_storage_bytes: 3_000_000 }))
  serveKeepers(7, [{ user_id: 1, email: 'sestra@example.ru', display_name: null, role: 'owner' }])
  const page = openAt('/memorials/7', { as: aUser({ id: 1 }) })
  await page.user.click(await screen.findByText('Редактировать'))
  return { ...page, section: within(await openEditPart('Скачать страницу')) }
}

it(
  'downloads a page for who keeps it, and says that it began',
  async () => {
    serve('post', 'memorial/7/export', ONE, 201)
    const { section } = await openEdited()
    expect(section.getByText(/Фотографии и записи занимают 3 МБ\./)).toBeVisible()

    fireEvent.click(section.getByRole('button', { name: 'Скачать страницу' }))

    expect(await screen.findByText('Скачивание началось. Большой архив может скачиваться долго.')).toBeVisible()
    expect(downloads).toEqual([ONE.download_path])
  },
  TIMEOUT_MS,
)

it(
  'says so when the address is refused, and asks once however often it is pressed',
  async () => {
    refuse('post', 'memorial/7/export', 500)
    const { section } = await openEdited()
    const button = section.getByRole('button', { name: 'Скачать страницу' })

    fireEvent.click(button)
    fireEvent.click(button)

    expect(await screen.findByText('Не удалось начать скачивание. Пожалуйста, попробуйте ещё раз.')).toBeVisible()
    expect(requestsTo('post', 'memorial/7/export')).toHaveLength(1)
    expect(downloads).toEqual([])
  },
  TIMEOUT_MS,
)

it(
  'is not offered to who only reads',
  async () => {
    serveMemorial(aMemorial({ id: 7 }))
    openAt('/memorials/7')
    await screen.findByRole('heading', { level: 1, name: /Соколова/ })
    expect(screen.queryByText('Скачать страницу')).not.toBeInTheDocument()
  },
  TIMEOUT_MS,
)

it(
  'downloads all pages from the cabinet',
  async () => {
    serve('post', 'users/me/export', ALL, 201)
    serveMyMemorials([aMemorial({ id: 7, role: 'owner' })])
    openAt('/profile/settings#data', { as: aUser() })

    fireEvent.click(await screen.findByRole('button', { name: 'Скачать все страницы' }))

    await waitFor(() => expect(downloads).toEqual([ALL.download_path]))
  },
  TIMEOUT_MS,
)
