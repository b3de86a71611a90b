import { waitFor } from '@testing-library/react'
import { aFile, edit, film, memorialOfArchives, openArchives } from '@support/archive-uploader'
import { keepEverythingInView } from '@support/intersection-observer'
import { serveMemorial } from '@support/server'

beforeAll(() => {
  URL.createObjectURL = () => 'blob:chosen'
  URL.revokeObjectURL = () => undefined
})

beforeEach(() => {
  keepEverythingInView()
  serveMemorial(memorialOfArchives)
})

const SOUND = new Uint8Array(500)
/** Cyrillic alone. */
const win1251 = (text: string) =>
  Array.from(text, (letter) =>
    letter === ' ' ? 32 : letter < ':' ? letter.charCodeAt(0) : letter.charCodeAt(0) - 0x350,
  )
const utf16 = (text: string) =>
  Array.from(text, (letter) => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8]).flat()
/** A tag of ID3v2.3 with one frame, which is less than 128 bytes long. */
function tagged(name: string, content: readonly (readonly number[])[]): number[] {
  const frame = [
    ...Array.from(name, (letter) => letter.charCodeAt(0)),
    0,
    0,
    0,
    content.flat().length,
    0,
    0,
    ...content.flat(),
  ]
  return [0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, frame.length, ...frame]
}

it.each([
  ['an old tag in Windows-1251', [SOUND, 'TAG', win1251('Катюша'), new Uint8Array(119)], 'Катюша'],
  ['a new tag that says Latin-1 of it', [tagged('TIT2', [[0], win1251('Голос деда')]), SOUND], 'Голос деда'],
  ['a new tag in UTF-16', [tagged('TIT2', [[1, 0xff, 0xfe], utf16('Колыбельная')]), SOUND], 'Колыбельная'],
  ['a French title', [tagged('TIT2', [[0], [0x43, 0x61, 0x66, 0xe9, 0x73]]), SOUND], 'Cafés'],
  ['what its dictaphone wrote', [tagged('TIT2', [[0], win1251('Запись 12')]), SOUND], ''],
  ['nothing', [SOUND], ''],
] as const)('a recording with %s has its title offered', async (_what, content, title) => {
  const { choose, archive } = await edit('Аудио')
  const parts = content.map((part) => (typeof part === 'string' ? part : Uint8Array.from(part)))
  await choose(new File(parts, 'REC_0012.mp3', { type: 'audio/mpeg' }))
  await waitFor(() => expect(archive.getByLabelText('Описание')).toHaveValue(title))
})

it.each([
  ['Видео', 'Юбилей.AVI', '', /^Это старое видео мы переделаем\s+сами/],
  ['Видео', 'VTS_01_1.VOB', 'video/dvd', /^Это старое видео мы переделаем\s+сами/],
  ['Аудио', 'голос.amr', '', /^Эту старую запись мы переделаем\s+сами/],
] as const)('of an old recording (%s, %s) is said what becomes of it', async (archive, name, type, said) => {
  const chosen = await edit(archive, () => openArchives({ preparesFilms: true }))
  await chosen.choose(aFile(name, type))
  expect(chosen.archive.getByText(said)).toBeVisible()
  expect(chosen.archive.queryByRole('alert')).not.toBeInTheDocument()
})

it('an old recording is taken where the server cannot change it, too', async () => {
  const films = await edit('Видео', () => openArchives({ preparesFilms: false }))
  await films.choose(aFile('Юбилей.AVI', 'video/x-msvideo'), film())
  expect(films.archive.getAllByText(/мы сохраним таким, как\s+есть/)).toHaveLength(1)
})
