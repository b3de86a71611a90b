import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { passagesOf } from '@client/features/memorial/archives/SitNearby'
import { PhotoStrip } from '@client/features/memorial/archives/PhotoStrip'
import { aMemory, anArchiveItem } from '@support/factories'
import { openAlone } from '@support/section'
import { serve, serveArchive, serveMemories } from '@support/server'

const TIMEOUT_MS = 60_000
const play = jest.spyOn(HTMLMediaElement.prototype, 'play')
const release = jest.fn(() => Promise.resolve())
const request = jest.fn(() => Promise.resolve({ release }))

beforeEach(() => {
  jest.clearAllMocks()
  play.mockResolvedValue()
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
  const photo = (id: number) => anArchiveItem({ id, description: `Снимок ${id}` })
  serveArchive('photo', 7, [photo(1), photo(2), photo(3)])
  serveArchive('audio', 7, [anArchiveItem({ id: 8, file_path: '/media/8/sound.mp3' })])
  serveMemories(7, [aMemory({ memorials_id: 7 })])
})
afterAll(() => Reflect.deleteProperty(navigator, 'wakeLock'))
afterEach(() => jest.useRealTimers())

async function sit() {
  const { user } = openAlone(<PhotoStrip memorialId={7} />)
  const button = await screen.findByRole('button', { name: 'Посидеть рядом' })
  await user.click(button)
  const dialog = await screen.findByRole('dialog', { name: 'Посидеть рядом' })
  return { user, button, dialog: within(dialog), element: dialog }
}

it(
  'plays the voices, shows the words, keeps the screen on, and is left by one button',
  async () => {
    const { user, button, dialog, element } = await sit()
    expect(await dialog.findByText('Она научила меня читать.')).toBeVisible()
    expect(dialog.getByText('Мария Орлова')).toBeVisible()
    await waitFor(() => expect(play).toHaveBeenCalledTimes(1))
    expect(element.querySelector('audio')).toHaveAttribute('src', '/media/8/sound.mp3')
    expect(request).toHaveBeenCalledWith('screen')
    expect(dialog.getAllByRole('button')).toHaveLength(1)

    await user.click(dialog.getByRole('button', { name: 'Вернуться' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(button).toHaveFocus()
    await waitFor(() => expect(release).toHaveBeenCalledTimes(1))
  },
  TIMEOUT_MS,
)

it(
  'plays the voices of stories and of words after the recordings',
  async () => {
    const voice = (file_path: string) => ({
      ...{ file_path, duration: 2, is_playable: true, is_being_prepared: false, text: null, peaks: null },
    })
    const story = { id: 5, question: 'Что он пел?', author: 'Зоя', relation: '', text: 'Он пел «Рябину».', photos: [] }
    const stories = [{ ...story, voice: voice('/media/story/recording.m4a'), told_at: '2026-11-30T10:00:00.000Z' }]
    serve('get', 'memorial/7/stories', { result: stories })
    serveMemories(7, [aMemory({ memorials_id: 7, voice: voice('/media/words/recording.m4a') })])
    const { dialog, element } = await sit()
    expect(await dialog.findByText(/Он\sпел «Рябину»/)).toBeVisible()
    const heard: (string | null | undefined)[] = []
    for (let nth = 0; nth < 3; nth++) {
      const sound = element.querySelector('audio')
      heard.push(sound?.getAttribute('src'))
      await act(async () => void (sound && fireEvent.ended(sound)))
    }
    expect(heard).toEqual(['/media/8/sound.mp3', '/media/story/recording.m4a', '/media/words/recording.m4a'])
  },
  TIMEOUT_MS,
)

it(
  'is left by Escape, also where the screen cannot be kept on',
  async () => {
    Reflect.deleteProperty(navigator, 'wakeLock')
    const { user, button } = await sit()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(button).toHaveFocus()
  },
  TIMEOUT_MS,
)

it(
  'passes from photo to photo, past those that the device does not have',
  async () => {
    const { dialog, element } = await sit()
    expect(dialog.getByRole('img', { name: 'Снимок 1' })).toBeVisible()
    jest.useFakeTimers()
    const hidden = () => element.querySelector('img:not([data-shown])') as HTMLElement
    fireEvent.error(hidden())
    expect(hidden()).toHaveAttribute('src', expect.stringContaining('/media/3/'))
    // The next one comes when it has loaded.
    act(() => jest.advanceTimersByTime(60_000))
    expect(dialog.getByRole('img', { name: 'Снимок 1' })).toBeVisible()
    fireEvent.load(hidden())
    act(() => jest.advanceTimersByTime(10_000))
    expect(dialog.getByRole('img', { name: 'Снимок 3' })).toBeVisible()
  },
  TIMEOUT_MS,
)

it(
  'asks for a press where the browser wants one before it plays',
  async () => {
    play.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    const { user, dialog } = await sit()
    await user.click(await dialog.findByRole('button', { name: 'Включить голос' }))
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Включить голос' })).toBeNull())
    expect(play).toHaveBeenCalledTimes(2)
  },
  TIMEOUT_MS,
)

it(
  'is not offered where there are hardly any photos',
  async () => {
    serveArchive('photo', 7, [anArchiveItem({ id: 1 }), anArchiveItem({ id: 2 })])
    openAlone(
      <>
        <PhotoStrip memorialId={7} />
        <p>Страница</p>
      </>,
    )
    await screen.findByText('Страница')
    await act(() => Promise.resolve())
    expect(screen.queryByRole('button', { name: 'Посидеть рядом' })).toBeNull()
  },
  TIMEOUT_MS,
)

it('shows long words in passages, with the author after the last one', () => {
  const sentence = 'Он любил повторять, что дом начинается с крыльца, а крыльцо с того, кто на нём сидит вечером.'
  const passages = passagesOf({ description: `${sentence} ${sentence}\n\nИ молчал.`, author: 'Внук' })
  expect(passages).toEqual([{ text: sentence }, { text: sentence }, { text: 'И молчал.', author: 'Внук' }])
  const endless = passagesOf({ description: 'слово '.repeat(500), author: 'Внук' })
  expect(Math.max(...endless.map(({ text }) => text.length))).toBeLessThan(230)
  expect(passagesOf({ description: '  ', author: 'Внук' })).toEqual([])
})
