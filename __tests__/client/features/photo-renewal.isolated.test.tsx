import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MEDIA_URL_STEP_SECONDS, MY_MEMORIALS_PAGE_SIZE } from '@contract/limits'
import { ADVANCED } from '@contract/memorial'
import { burialApi } from '@client/api/burial-api'
import { memorialApi } from '@client/api/memorial-api'
import { withCanvas } from '@support/canvas'
import { aBurial, aMemorial, anArchiveItem, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { keepEverythingInView } from '@support/intersection-observer'
import {
  archiveList,
  disconnect,
  requestsTo,
  serve,
  serveArchive,
  serveBurial,
  serveMemorial,
  serveMyMemorials,
} from '@support/server'

const OLD = '/media/5/picture.jpg?expires=1&signature=old'
const NEW = '/media/5/picture.jpg?expires=2&signature=new'

const closed = aMemorial({ id: 7, public_status: false, profile_rate: ADVANCED })
const photo = () => screen.findByRole('img', { name: /^Фото/ })

beforeEach(keepEverythingInView)
afterEach(() => jest.restoreAllMocks())

function openOwn(path: string) {
  return openAt(path, { as: aUser() })
}

describe('a photo of a closed page whose address has expired gets a new one', () => {
  it('as the portrait', async () => {
    serveMemorial({ ...closed, photo_path: OLD })
    openOwn('/memorials/7')
    const portrait = await photo()
    serve('get', 'memorial/7', { ...closed, photo_path: NEW })

    fireEvent.error(portrait)

    await waitFor(async () => expect(await photo()).toHaveAttribute('src', NEW))
    expect(requestsTo('get', 'memorial/7')).toHaveLength(2)
  })

  it('at the grave, where a square of the map that is missing asks for nothing', async () => {
    withCanvas()
    serveMemorial(closed)
    serveBurial(aBurial({ memorial_id: 7, photo_path: OLD }))
    const { store } = openOwn('/memorials/7')
    const status = () => burialApi.endpoints.getBurial.select(7)(store.getState()).status
    const grave = await screen.findByRole('img', { name: 'Фото места захоронения' })
    await screen.findByRole('application', { name: 'Карта места захоронения' })
    serveBurial(aBurial({ memorial_id: 7, photo_path: NEW }))

    const tile = document.querySelector('.leaflet-tile')
    if (!tile) throw new Error('No square on the map')
    fireEvent.error(tile)
    expect(status()).toBe('fulfilled')
    fireEvent.error(grave)
    expect(status()).toBe('pending')

    await waitFor(() => expect(screen.getByRole('img', { name: 'Фото места захоронения' })).toHaveAttribute('src', NEW))
  })

  it('in the list of one’s own memorials', async () => {
    serveMyMemorials([{ ...closed, photo_path: OLD }])
    openOwn('/my-memorials')
    const card = await photo()
    serveMyMemorials([{ ...closed, photo_path: NEW }])

    fireEvent.error(card)

    await waitFor(async () => expect(await photo()).toHaveAttribute('src', NEW))
    expect(requestsTo('get', 'memorial/my_memorials')).toHaveLength(2)
  })

  it('shown large', async () => {
    serveMemorial(closed)
    serveArchive('photo', 7, [anArchiveItem({ id: 5, memorial_id: 7, file_path: OLD, description: 'У реки' })])
    const { user } = openOwn('/memorials/7')
    await user.click(await screen.findByRole('button', { name: 'У реки' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Просмотр фотографий' }))
    const large = await dialog.findByRole('img', { name: 'У реки' })
    serveArchive('photo', 7, [anArchiveItem({ id: 5, memorial_id: 7, file_path: NEW, description: 'У реки' })])

    fireEvent.error(large)

    await waitFor(() => expect(requestsTo('get', archiveList('photo', 7))).toHaveLength(2))
    await waitFor(() =>
      expect(dialog.getByRole('img', { name: 'У реки' })).toHaveAttribute('src', expect.stringContaining('expires=2')),
    )
  })
})

describe('a photo that is broken', () => {
  it('with a fresh address too is asked for no more', async () => {
    serveMemorial({ ...closed, photo_path: OLD })
    const { store } = openOwn('/memorials/7')
    const status = () => memorialApi.endpoints.getMemorial.select(7)(store.getState()).status
    fireEvent.error(await photo())
    expect(status()).toBe('pending')
    await waitFor(() => expect(status()).toBe('fulfilled'))

    fireEvent.error(await photo())

    expect(status()).toBe('fulfilled')
  })

  it('early asks again once new addresses can be had, and what has expired meanwhile gets its own', async () => {
    const opened = Date.now()
    const clock = jest.spyOn(Date, 'now').mockReturnValue(opened)
    serveMemorial({ ...closed, photo_path: OLD })
    const { store } = openOwn('/memorials/7')
    const status = () => memorialApi.endpoints.getMemorial.select(7)(store.getState()).status
    fireEvent.error(await photo())
    await waitFor(() => expect(requestsTo('get', 'memorial/7')).toHaveLength(2))
    await waitFor(() => expect(status()).toBe('fulfilled'))
    serve('get', 'memorial/7', { ...closed, photo_path: NEW })

    clock.mockReturnValue(opened + MEDIA_URL_STEP_SECONDS * 1000)
    fireEvent.error(await photo())

    await waitFor(async () => expect(await photo()).toHaveAttribute('src', NEW))
  })

  it('without a connection takes nothing from the page, and the next that breaks asks again', async () => {
    serveMyMemorials([
      { ...closed, photo_path: OLD },
      { ...closed, id: 8, lastname: 'Орлова', photo_path: OLD },
    ])
    const { store } = openOwn('/my-memorials')
    const [first, second] = await screen.findAllByRole('img', { name: /^Фото/ })
    if (!first || !second) throw new Error('Two cards were to be shown')
    const firstPage = { offset: 0, limit: MY_MEMORIALS_PAGE_SIZE }
    const status = () => memorialApi.endpoints.getMyMemorialsPage.select(firstPage)(store.getState()).status
    disconnect('get', 'memorial/my_memorials')
    fireEvent.error(first)
    await waitFor(() => expect(status()).toBe('rejected'))
    expect(screen.getByRole('img', { name: /Орлова/ })).toBeVisible()

    serveMyMemorials([{ ...closed, photo_path: NEW }])
    fireEvent.error(second)

    await waitFor(async () => expect(await photo()).toHaveAttribute('src', NEW))
  })
})
