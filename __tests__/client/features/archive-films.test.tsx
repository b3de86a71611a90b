import { act, fireEvent, screen, within } from '@testing-library/react'
import type { ArchiveItem } from '@contract/archive'
import { ADVANCED } from '@contract/memorial'
import { aMemorial, anArchiveItem, aUser } from '@support/factories'
import { keepEverythingInView } from '@support/intersection-observer'
import { openAt } from '@support/render'
import { openTools } from '@support/section'
import { archiveList, requestsTo, serveArchive, serveMemorial } from '@support/server'

const LOOK_AGAIN_MS = 20_000
const FOR_FEW = /показывают не все браузеры/

const { setTimeout: realSetTimeout } = global
let polls: (() => void)[]

/** No mock of jest: the testing library would take that for fake timers. */
function watchPolls(): void {
  polls = []
  global.setTimeout = ((run: () => void, after: number, ...rest: unknown[]) => {
    if (after === LOOK_AGAIN_MS) polls.push(run)
    return realSetTimeout(run, after, ...rest)
  }) as typeof setTimeout
}

beforeEach(() => {
  keepEverythingInView()
  serveMemorial(aMemorial({ id: 7, profile_rate: ADVANCED }))
  watchPolls()
})
afterEach(() => {
  global.setTimeout = realSetTimeout
})

const aFilm = (differences: Partial<ArchiveItem> = {}) =>
  anArchiveItem({ file_path: '/media/a/recording.mp4', description: 'Юбилей', ...differences })

const films = async () => within(await screen.findByRole('region', { name: 'Видео' }))
const asked = () => requestsTo('get', archiveList('video', 7)).length

it('a film that is being prepared says so, and plays as soon as it is ready', async () => {
  serveArchive('video', 7, [aFilm({ is_playable: false, is_being_prepared: true })])
  openAt('/memorials/7')
  expect(await (await films()).findByText(/^Готовим видео\./)).toBeVisible()
  expect(screen.queryByLabelText('Юбилей')).not.toBeInTheDocument()
  expect(screen.queryByText(FOR_FEW)).not.toBeInTheDocument()

  serveArchive('video', 7, [aFilm({ poster_path: '/media/b/picture.jpg' })])
  await act(async () => {
    polls.at(-1)?.()
    await Promise.resolve()
  })

  expect(await screen.findByLabelText('Юбилей')).toHaveAttribute('poster', '/media/b/picture.jpg')
  expect(screen.queryByText(/^Готовим видео/)).not.toBeInTheDocument()
  expect(asked()).toBe(2)
})

it('an archive in which nothing is prepared is not asked for again', async () => {
  serveArchive('video', 7, [aFilm()])
  openAt('/memorials/7')
  await screen.findByLabelText('Юбилей')
  expect(polls).toHaveLength(0)
})

it('a film that cannot be played may be tried again, but not one that this browser does not know', async () => {
  serveArchive('video', 7, [aFilm(), aFilm({ id: 2, description: 'Дача', is_playable: false })])
  openAt('/memorials/7')
  fireEvent.error(await screen.findByLabelText('Дача'))
  expect(screen.queryByText('Не удалось воспроизвести запись.')).not.toBeInTheDocument()
  fireEvent.error(screen.getByLabelText('Юбилей'))
  expect(await screen.findByText('Не удалось воспроизвести запись.')).toBeVisible()
})

it.each([
  ['without a poster', null, '/media/a/recording.mp4#t=0.1'],
  ['with one', '/media/b/picture.jpg', '/media/a/recording.mp4'],
])('a film %s shows a picture before it plays', async (_how, poster, address) => {
  serveArchive('video', 7, [aFilm({ poster_path: poster })])
  openAt('/memorials/7')
  expect(await screen.findByLabelText('Юбилей')).toHaveAttribute('src', address)
})

it('a film for few browsers can be loaded, and no one is told to change it', async () => {
  serveArchive('video', 7, [aFilm({ is_playable: false })])
  const { user } = openAt('/memorials/7', { as: aUser() })
  expect(await screen.findByText(FOR_FEW)).toBeVisible()
  const link = screen.getByRole('link', { name: 'скачать' })
  expect(link).toHaveAttribute('href', '/media/a/recording.mp4')
  expect(link).toHaveAttribute('download')

  await user.click(await screen.findByRole('button', { name: 'Редактировать' }))

  await openTools('видео')
  await screen.findByLabelText('Выбрать видео')
  const note = screen.getByText(FOR_FEW)
  expect(note).not.toHaveTextContent(/MP4|HandBrake|программ/)
  expect(screen.queryByText(/сохраните видео как|HandBrake/)).not.toBeInTheDocument()
})

it('a film that no browser knows has no player that would stay dark', async () => {
  serveArchive('video', 7, [aFilm({ is_playable: false, file_path: '/media/a/recording.avi?expires=1' })])
  openAt('/memorials/7')
  expect(await screen.findByText(FOR_FEW)).toBeVisible()
  expect(screen.queryByLabelText('Юбилей')).not.toBeInTheDocument()
})

it('a recording that is being prepared says so, and one that stays as it came can be loaded', async () => {
  const aVoice = { description: 'Голос', is_playable: false, file_path: '/media/a/recording.amr' }
  serveArchive('video', 7, [])
  serveArchive('audio', 7, [
    anArchiveItem({ ...aVoice, is_being_prepared: true }),
    anArchiveItem({ ...aVoice, id: 2, description: 'Песня' }),
  ])
  openAt('/memorials/7')
  expect(await screen.findByText(/^Готовим запись\./)).toBeVisible()
  expect(screen.getByText(/звучит не во всех браузерах/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'скачать' })).toHaveAttribute('href', '/media/a/recording.amr')
  expect(screen.queryByRole('button', { name: /Услышать голос/ })).not.toBeInTheDocument()
  expect(screen.getByText('Песня')).toBeVisible()
})
