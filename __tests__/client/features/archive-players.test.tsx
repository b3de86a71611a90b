import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { ADVANCED } from '@contract/memorial'
import { api } from '@client/api/api'
import { listTag } from '@client/api/tags'
import { aMemorial, anArchiveItem } from '@support/factories'
import { openAt } from '@support/render'
import { keepEverythingInView } from '@support/intersection-observer'
import { archiveList, requestsTo, serveArchive, serveMemorial } from '@support/server'

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

/** The tests' browser plays nothing: what it would have reached is told to it. */
function reach(player: HTMLElement, second: number, paused = false): void {
  Object.defineProperty(player, 'currentTime', { configurable: true, writable: true, value: second })
  Object.defineProperty(player, 'paused', { configurable: true, value: paused })
}

describe('a recording', () => {
  it('has the browser’s player, and nothing of a sound is read before it is played', async () => {
    serveArchive('audio', 7, [aSong()])
    serveArchive('video', 7, [anArchiveItem({ id: 2, file_path: '/media/2/film.mp4' })])
    openAt('/memorials/7')

    const sound = await screen.findByLabelText('Поёт')
    expect(sound).toHaveAttribute('controls')
    expect(sound).toHaveAttribute('preload', 'none')
    const film = await screen.findByLabelText('Видеозапись 1')
    expect(film).toHaveAttribute('playsinline')
    await waitFor(() => expect(film).toHaveAttribute('preload', 'metadata'))
  })

  it('falls silent when another begins', async () => {
    serveArchive('audio', 7, [aSong(), aSong({ id: 2, description: 'Говорит' })])
    openAt('/memorials/7')
    const first = await screen.findByLabelText('Поёт')

    fireEvent.play(screen.getByLabelText('Говорит'))

    expect(pause.mock.contexts).toContain(first)
    expect(pause.mock.contexts).not.toContain(screen.getByLabelText('Говорит'))
  })

  it('whose address has expired goes on from the same second with a new one', async () => {
    serveArchive('audio', 7, [aSong()])
    openAt('/memorials/7')
    const player = await screen.findByLabelText('Поёт')
    serveArchive('audio', 7, [aSong({ file_path: '/media/1/sound.mp3?expires=2' })])
    reach(player, 42)

    fireEvent.error(player)
    await waitFor(() => expect(player).toHaveAttribute('src', '/media/1/sound.mp3?expires=2'))
    reach(player, 0)
    act(() => void player.dispatchEvent(new Event('loadedmetadata')))

    expect(player).toHaveProperty('currentTime', 42)
    expect(play.mock.contexts).toEqual([player])
    expect(screen.queryByText('Не удалось воспроизвести запись.')).not.toBeInTheDocument()
  })

  it('that plays well keeps its address when a new one comes', async () => {
    serveArchive('audio', 7, [aSong()])
    const { store } = openAt('/memorials/7')
    const player = await screen.findByLabelText('Поёт')
    serveArchive('audio', 7, [aSong({ description: 'Поёт и играет', file_path: '/media/1/sound.mp3?expires=2' })])
    act(() => void store.dispatch(api.util.invalidateTags([listTag('ArchiveItem', 7)])))

    expect(await screen.findByLabelText('Поёт и играет')).toBe(player)
    expect(player).toHaveAttribute('src', '/media/1/sound.mp3?expires=1')
  })

  it('that is broken says so, is asked for once, and can be tried again', async () => {
    serveArchive('audio', 7, [aSong()])
    const { user } = openAt('/memorials/7')
    const player = await screen.findByLabelText('Поёт')
    reach(player, 5, true)

    fireEvent.error(player)
    expect(await screen.findByText('Не удалось воспроизвести запись.')).toBeVisible()
    fireEvent.error(player)
    expect(play).not.toHaveBeenCalled()

    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(load).toHaveBeenCalled()
    expect(play).toHaveBeenCalledTimes(1)
    expect(requestsTo('get', archiveList('audio', 7))).toHaveLength(2)
  })
})
