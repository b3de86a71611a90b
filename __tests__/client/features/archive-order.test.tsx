import { screen, waitFor, within } from '@testing-library/react'
import { NOT_THE_ITEMS_THERE } from '@contract/archive'
import { ADVANCED } from '@contract/memorial'
import { Archives } from '@client/features/memorial/archives/Archives'
import { aMemorial, anArchiveItem, aUser } from '@support/factories'
import { openSection, openTools } from '@support/section'
import { keepEverythingInView } from '@support/intersection-observer'
import { hold, refuse, requestsTo, serve, serveArchive, serveMemorial } from '@support/server'

const REORDER = 'photo_archive/reorder'
const photos = ['Река', 'Дом', 'Сад'].map((description, index) =>
  anArchiveItem({ id: index + 5, memorial_id: 7, description }),
)

beforeEach(() => {
  keepEverythingInView()
  serveMemorial(aMemorial({ id: 7, profile_rate: ADVANCED }))
  serveArchive('photo', 7, photos)
})

async function edit() {
  const opened = openSection(7, (memorial) => <Archives memorial={memorial} isEditing isKeeper />, { as: aUser() })
  await openTools('фотографии')
  await screen.findByRole('button', { name: 'Действия: Река' })
  async function press(name: string): Promise<void> {
    const [, item] = name.split(': ')
    if (!screen.queryByRole('button', { name }))
      await opened.user.click(screen.getByRole('button', { name: `Действия: ${item}` }))
    await opened.user.click(screen.getByRole('button', { name }))
  }
  return { ...opened, press }
}

function shown(): string[] {
  const archive = within(screen.getByRole('region', { name: 'Фотографии' }))
  return archive.getAllByRole('button', { name: /^Действия/ }).map((button) => {
    return (button.getAttribute('aria-label') ?? '').replace('Действия: ', '')
  })
}

const sentOrders = async () =>
  Promise.all(requestsTo('post', REORDER).map(async (request) => (await request.clone().json()) as unknown))

it('an item that is moved stands there at once, keeps the focus, and its place is said aloud', async () => {
  serve('post', REORDER, null, 204)
  hold('post', REORDER)
  const { press } = await edit()

  await press('Позже: Река')

  await waitFor(() => expect(shown()).toEqual(['Дом', 'Река', 'Сад']))
  expect(screen.getByRole('button', { name: 'Позже: Река' })).toHaveFocus()
  expect(screen.getByText('Фото 2 из 3')).toHaveAttribute('role', 'status')
  await waitFor(async () => expect(await sentOrders()).toEqual([{ memorial_id: 7, ids: [6, 5, 7] }]))
})

it('of moves that come quickly the last order is the one that the server keeps', async () => {
  serve('post', REORDER, null, 204)
  const release = hold('post', REORDER)
  const { press } = await edit()

  await press('Раньше: Сад')
  await waitFor(() => expect(requestsTo('post', REORDER)).toHaveLength(1))
  await press('Раньше: Сад')
  await press('Позже: Река')
  release()

  await waitFor(async () => {
    expect(await sentOrders()).toEqual([
      { memorial_id: 7, ids: [5, 7, 6] },
      { memorial_id: 7, ids: [7, 6, 5] },
    ])
  })
  await waitFor(() => expect(shown()).toEqual(['Сад', 'Дом', 'Река']))
})

it('an order that is refused goes back, with the reason', async () => {
  refuse('post', REORDER, 422, [{ type: 'value_error', loc: ['body', 'ids'], msg: NOT_THE_ITEMS_THERE }])
  const { press } = await edit()

  await press('Позже: Река')

  expect(await screen.findByText(NOT_THE_ITEMS_THERE)).toBeVisible()
  await waitFor(() => expect(shown()).toEqual(['Река', 'Дом', 'Сад']))
  expect(screen.queryByText('Фото 2 из 3')).not.toBeInTheDocument()
})

it('the first cannot be moved before itself, nor the last behind itself', async () => {
  const { press } = await edit()
  await press('Позже: Сад')
  expect(screen.getByRole('button', { name: 'Позже: Сад' })).toHaveAttribute('aria-disabled', 'true')

  await press('Раньше: Река')
  expect(screen.getByRole('button', { name: 'Раньше: Река' })).toHaveAttribute('aria-disabled', 'true')

  expect(shown()).toEqual(['Река', 'Дом', 'Сад'])
  expect(requestsTo('post', REORDER)).toHaveLength(0)
})

it('the owner is told once what the first photo is', async () => {
  await edit()
  expect(screen.getAllByText('Первая фотография будет показана крупно.')).toHaveLength(1)
})

it('a photo is made the first at one press', async () => {
  serve('post', REORDER, null, 204)
  const { press } = await edit()

  await press('Сделать первой: Сад')

  await waitFor(() => expect(shown()).toEqual(['Сад', 'Река', 'Дом']))
})

it('several photos are moved to the beginning together, in the order that they have', async () => {
  serve('post', REORDER, null, 204)
  const { press, user } = await edit()
  await user.click(screen.getByRole('button', { name: 'Выбрать несколько' }))

  await user.click(screen.getByRole('checkbox', { name: 'Сад' }))
  await user.click(screen.getByRole('checkbox', { name: 'Дом' }))
  expect(screen.getByText('Выбрано: 2')).toHaveAttribute('role', 'status')
  await user.click(screen.getByRole('button', { name: 'В начало' }))

  await waitFor(() => expect(shown()).toEqual(['Дом', 'Сад', 'Река']))
  await press('Сделать первой: Река')
  await waitFor(async () => {
    expect(await sentOrders()).toEqual([
      { memorial_id: 7, ids: [6, 7, 5] },
      { memorial_id: 7, ids: [5, 6, 7] },
    ])
  })
})

it('several photos are deleted together, after one question', async () => {
  serve('delete', 'photo_archive/delete/5', null, 204)
  serve('delete', 'photo_archive/delete/7', null, 204)
  const { user } = await edit()
  await user.click(screen.getByRole('button', { name: 'Выбрать несколько' }))
  await user.click(screen.getByRole('checkbox', { name: 'Река' }))
  await user.click(screen.getByRole('checkbox', { name: 'Сад' }))
  await user.click(screen.getByRole('button', { name: /^Удалить 2/ }))
  serveArchive('photo', 7, photos.slice(1, 2))
  const dialog = within(await screen.findByRole('alertdialog', { name: /^Удалить 2/ }))
  await user.click(dialog.getByRole('button', { name: 'Удалить' }))

  await waitFor(() => expect(shown()).toEqual(['Дом']))
  expect(requestsTo('delete', 'photo_archive/delete/5')).toHaveLength(1)
  expect(requestsTo('delete', 'photo_archive/delete/7')).toHaveLength(1)
})
