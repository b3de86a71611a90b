import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { ADVANCED } from '@contract/memorial'
import { api, listTag } from '@client/api/api'
import { nearestShape } from '@client/features/memorial/archives/photo-lists'
import { aMemorial, anArchiveItem } from '@support/factories'
import { openAt } from '@support/render'
import { keepEverythingInView, scrollAway } from '@support/intersection-observer'
import { archiveList, requestsTo, serveArchive, serveMemorial } from '@support/server'

const UNPLAYABLE = 'Не удалось воспроизвести запись.'
const memorial = aMemorial({ id: 7, user_id: 2, profile_rate: ADVANCED })
const aSong = (differences = {}) =>
  anArchiveItem({ id: 1, file_path: '/media/1/sound.mp3?expires=1', description: 'Поёт', ...differences })

const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
const pause = jest.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
const load = jest.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue()

beforeEach(() => {
  jest.clearAllMocks()
  keepEverythingInView()
  serveMemorial(memorial)
})

/** The page holds the first recording twice: under the dates, and in its archive. */
async function playerOf(name: string, section = 'Аудио'): Promise<HTMLMediaElement> {
  const archive = await screen.findByRole('region', { name: section })
  return waitFor(() => {
    const player = archive.querySelector<HTMLMediaElement>(`:is(audio, video)[aria-label="${name}"]`)
    expect(player).not.toBeNull()
    return player as HTMLMediaElement
  })
}

const inArchive = async () => within(await screen.findByRole('region', { name: 'Аудио' }))

/** The tests' browser plays nothing: what it would have reached is told to it. */
function reach(player: HTMLElement, second: number, paused = false): void {
  Object.defineProperty(player, 'currentTime', { configurable: true, writable: true, value: second })
  Object.defineProperty(player, 'paused', { configurable: true, value: paused })
}

/** The same, with the events by which a browser tells of it. */
function playTo(player: HTMLElement, second: number, paused = false): void {
  reach(player, second, paused)
  act(() => {
    for (const type of [paused ? 'pause' : 'play', 'timeupdate'])
      player.dispatchEvent(new Event(type, { bubbles: true }))
  })
}

describe('a recording of sound', () => {
  it('has a player of our own, and nothing of it is read before it is played', async () => {
    serveArchive('audio', 7, [aSong({ duration: 65.3, date_text: '1978', people: 'Мама' })])
    const { user } = openAt('/memorials/7')

    const player = await playerOf('Поёт')
    expect(player).toHaveAttribute('preload', 'none')
    const archive = await inArchive()
    await user.click(await archive.findByRole('button', { name: 'Слушать: Поёт' }))
    expect(play.mock.contexts).toEqual([player])
    playTo(player, 12)

    expect(await archive.findByRole('button', { name: 'Пауза: Поёт' })).toBeVisible()
    expect(archive.getByRole('slider', { name: 'Место в записи: Поёт' })).toHaveAttribute(
      'aria-valuetext',
      '0:12 из 1:05',
    )
    expect(archive.getByText('1978 · Мама')).toBeVisible()
    await user.click(archive.getByRole('button', { name: 'Пауза: Поёт' }))
    expect(pause.mock.contexts.at(-1)).toBe(player)
  })

  it('is moved along by keys, never beyond its ends', async () => {
    serveArchive('audio', 7, [aSong({ duration: 60 })])
    const { user } = openAt('/memorials/7')
    const player = await playerOf('Поёт')
    const line = await (await inArchive()).findByRole('slider')
    playTo(player, 3)

    line.focus()
    await user.keyboard('{ArrowRight}')
    expect(player).toHaveProperty('currentTime', 8)
    playTo(player, 3)
    await user.keyboard('{ArrowLeft}')
    expect(player).toHaveProperty('currentTime', 0)
    playTo(player, 58)
    await user.keyboard('{ArrowRight}')
    expect(player).toHaveProperty('currentTime', 60)
  })

  it('falls silent when another begins', async () => {
    serveArchive('audio', 7, [aSong(), aSong({ id: 2, description: 'Говорит' })])
    openAt('/memorials/7')
    const [first, second] = [await playerOf('Поёт'), await playerOf('Говорит')]

    fireEvent.play(second)

    expect(pause.mock.contexts).toContain(first)
    expect(pause.mock.contexts).not.toContain(second)
  })

  it('can be paused from wherever one reads', async () => {
    serveArchive('audio', 7, [aSong()])
    const { user } = openAt('/memorials/7')
    const player = await playerOf('Поёт')
    await (await inArchive()).findByRole('button', { name: 'Слушать: Поёт' })
    playTo(player, 12)
    expect(screen.getAllByRole('button', { name: 'Пауза: Поёт' })).toHaveLength(1)

    scrollAway()
    const [, floating] = await screen.findAllByRole('button', { name: 'Пауза: Поёт' })
    await user.click(floating as HTMLElement)
    expect(pause.mock.contexts.at(-1)).toBe(player)
    playTo(player, 12, true)
    await waitFor(() => expect(screen.getAllByRole('button', { name: /: Поёт/ })).toHaveLength(1))
  })

  it('whose address has expired goes on from the same second with a new one', async () => {
    serveArchive('audio', 7, [aSong()])
    openAt('/memorials/7')
    const player = await playerOf('Поёт')
    serveArchive('audio', 7, [aSong({ file_path: '/media/1/sound.mp3?expires=2' })])
    reach(player, 42)

    fireEvent.error(player)
    // The address is on the page a moment before the player is told to go on.
    await waitFor(() => expect(play.mock.contexts).toEqual([player]))
    expect(player).toHaveAttribute('src', '/media/1/sound.mp3?expires=2')
    reach(player, 0)
    act(() => void player.dispatchEvent(new Event('loadedmetadata')))

    expect(player).toHaveProperty('currentTime', 42)
    expect(screen.queryByText(UNPLAYABLE)).not.toBeInTheDocument()
  })

  it('that plays well keeps its address when a new one comes', async () => {
    serveArchive('audio', 7, [aSong()])
    const { store } = openAt('/memorials/7')
    const player = await playerOf('Поёт')
    serveArchive('audio', 7, [aSong({ description: 'Поёт и играет', file_path: '/media/1/sound.mp3?expires=2' })])
    act(() => void store.dispatch(api.util.invalidateTags([listTag('ArchiveItem', 7)])))

    expect(await playerOf('Поёт и играет')).toBe(player)
    expect(player).toHaveAttribute('src', '/media/1/sound.mp3?expires=1')
  })

  it('that is broken says so, is asked for once, and can be tried again', async () => {
    serveArchive('audio', 7, [aSong()])
    const { user } = openAt('/memorials/7')
    const player = await playerOf('Поёт')
    reach(player, 5, true)

    fireEvent.error(player)
    expect(await screen.findByText(UNPLAYABLE)).toBeVisible()
    fireEvent.error(player)
    expect(play).not.toHaveBeenCalled()

    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(load).toHaveBeenCalled()
    expect(play).toHaveBeenCalledTimes(1)
    expect(requestsTo('get', archiveList('audio', 7))).toHaveLength(2)
  })
})

describe('a voice under the dates', () => {
  it('is the first recording, with its length, and plays in answer to one press', async () => {
    serveArchive('audio', 7, [aSong({ duration: 34.2 }), aSong({ id: 2, description: 'Говорит' })])
    const { user } = openAt('/memorials/7')

    await user.click(await screen.findByRole('button', { name: 'Услышать голос · 0:34' }))

    const head = within(screen.getByRole('article').querySelector('header') as HTMLElement)
    const [player] = play.mock.contexts as HTMLElement[]
    expect(play).toHaveBeenCalledTimes(1)
    expect(player).toHaveAttribute('src', '/media/1/sound.mp3?expires=1')
    playTo(player as HTMLElement, 1)
    expect(await head.findByRole('button', { name: 'Пауза: Поёт' })).toHaveFocus()
    expect(screen.queryByRole('button', { name: /^Услышать голос/ })).not.toBeInTheDocument()
  })

  it('is not offered where there is none, nor asked for on a basic page', async () => {
    serveArchive('audio', 7, [])
    openAt('/memorials/7')
    await screen.findByRole('heading', { name: 'QR-код' })
    expect(screen.queryByRole('region', { name: 'Аудио' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Услышать голос/ })).not.toBeInTheDocument()
  })
})

it('a film has the browser’s player, in its own proportions', async () => {
  serveArchive('video', 7, [anArchiveItem({ id: 2, file_path: '/media/2/film.mp4', width: 720, height: 1280 })])
  openAt('/memorials/7')

  const film = await playerOf('Видеозапись 1', 'Видео')
  expect(film).toHaveAttribute('playsinline')
  expect(film).toHaveAttribute('data-shape', String(nearestShape(720 / 1280)))
  await waitFor(() => expect(film).toHaveAttribute('preload', 'metadata'))
})
