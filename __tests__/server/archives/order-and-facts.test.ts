import {
  type ArchiveItem,
  type ArchiveKind,
  type ArchiveList,
  archivePaths,
  type NewArchiveItem,
  NOT_THE_ITEMS_THERE,
} from '@contract/archive'
import { addToArchive, anAdvancedMemorial, anArchiveItem, sampleFile } from '@support/archives'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'

let server: TestApp
let owner: string
let memorialId: number

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  const made = await anAdvancedMemorial(server)
  owner = made.owner.token
  memorialId = made.memorial.id
})

async function itemsOf(kind: ArchiveKind): Promise<ArchiveItem[]> {
  const response = await server.api({ url: `${archivePaths(kind).list}/${memorialId}` })
  return response.json<{ result: ArchiveItem[] }>().result
}

const placesOf = async (kind: ArchiveKind) => (await itemsOf(kind)).map(({ id, position }) => [id, position])

const reorder = (ids: unknown, kind: ArchiveKind = 'photo') =>
  server.api({
    method: 'POST',
    url: archivePaths(kind).reorder,
    token: owner,
    payload: { memorial_id: memorialId, ids },
  })

async function add(kind: ArchiveKind): Promise<number> {
  return (await anArchiveItem(server, kind, { token: owner, memorialId })).id
}

async function added(kind: ArchiveKind, bytes: Uint8Array): Promise<NewArchiveItem> {
  return (await addToArchive(server, kind, { token: owner, memorialId, bytes })).json<NewArchiveItem>()
}

describe('the order of an archive', () => {
  it('is the one in which items came, until the owner chooses another', async () => {
    const [first, second, third] = [await add('photo'), await add('photo'), await add('photo')]
    const song = await add('audio')
    expect(await placesOf('photo')).toEqual([
      [first, 1],
      [second, 2],
      [third, 3],
    ])

    expect((await reorder([third, first, second])).statusCode).toBe(204)

    expect(await placesOf('photo')).toEqual([
      [third, 1],
      [first, 2],
      [second, 3],
    ])
    expect(await placesOf('audio')).toEqual([[song, 1]])
  })

  it('is that of its first items, photos with their previews, where not all are asked for', async () => {
    const [first, second] = [await add('photo'), await add('photo'), await add('photo')]
    const { list } = archivePaths('photo')

    const response = (await server.api({ url: `${list}/${memorialId}?limit=2` })).json<ArchiveList>()
    const nothing = (await server.api({ url: `${archivePaths('video').list}/${memorialId}?limit=2` })).json()
    const refused = await server.api({ url: `${list}/${memorialId}?limit=501` })

    expect(response.total).toBe(3)
    expect(response.result.map(({ id }) => id)).toEqual([first, second])
    expect(response.result[0]?.preview).toMatch(/^data:image\/webp;base64,/)
    expect(nothing).toEqual({ result: [], total: 0 })
    expect(refused.statusCode).toBe(422)
    expect((await itemsOf('photo'))[0]).not.toHaveProperty('preview')
  })

  it('has no gap after an item went, and a new one comes last', async () => {
    const [first, second, third] = [await add('photo'), await add('photo'), await add('photo')]
    await reorder([third, first, second])
    await server.api({ method: 'DELETE', url: `${archivePaths('photo').delete}/${first}`, token: owner })
    const last = await add('photo')
    expect(await placesOf('photo')).toEqual([
      [third, 1],
      [second, 2],
      [last, 3],
    ])
  })

  it('is refused unless it names exactly the items there', async () => {
    const [first, second] = [await add('photo'), await add('photo')]
    const song = await add('audio')
    for (const ids of [[], [first], [first, first], [first, second, second], [first, song], [first, 999_999]]) {
      const { statusCode, json } = await reorder(ids)
      expect([ids, statusCode]).toEqual([ids, 422])
      expect(json()).toMatchObject({ detail: [{ loc: ['body', 'ids'], msg: NOT_THE_ITEMS_THERE }] })
    }
    for (const ids of ['1,2', [first, 'a'], null]) expect((await reorder(ids)).statusCode).toBe(422)
    expect(await placesOf('photo')).toEqual([
      [first, 1],
      [second, 2],
    ])
  })
})

it('keeps when something was, and who is to be seen, as the owner says it', async () => {
  const id = await add('photo')
  const url = `${archivePaths('photo').update}/${id}`
  const change = (payload: Record<string, string>) => server.api({ method: 'PATCH', url, token: owner, payload })
  expect((await change({ date_text: ' лето\n1956 ', people: 'Маша, Петя' })).json()).toMatchObject({
    date_text: 'лето 1956',
    people: 'Маша, Петя',
    description: null,
  })
  expect((await change({ date_text: '' })).json()).toMatchObject({ date_text: null, people: 'Маша, Петя' })
  expect((await change({ date_text: 'я'.repeat(61) })).statusCode).toBe(422)
  expect((await change({ people: 'я'.repeat(301) })).statusCode).toBe(422)
})

describe('a repeat', () => {
  it.each([
    ['photo', () => smallPicture()],
    ['audio', () => sampleFile('tagged.ogg')],
    ['video', () => sampleFile('film.mp4')],
  ] as const)('in the %s archive is accepted, and told', async (kind, sample) => {
    const bytes = await sample()
    const first = await added(kind, bytes)
    const second = await added(kind, bytes)
    const third = await added(kind, bytes)
    expect([first, second, third].map(({ duplicate_of: of }) => of)).toEqual([null, first.id, first.id])
    expect(await itemsOf(kind)).toHaveLength(3)
  })

  it('is none on another page, or when only the length is the same', async () => {
    const bytes = await sampleFile('sound.wav')
    await added('audio', bytes)
    const other = Buffer.from(bytes)
    other[other.length - 1] = (other.at(-1) ?? 0) ^ 1
    expect((await added('audio', other)).duplicate_of).toBeNull()
    memorialId = (await anAdvancedMemorial(server)).memorial.id
    const made = await anAdvancedMemorial(server)
    const elsewhere = await addToArchive(server, 'audio', {
      token: made.owner.token,
      memorialId: made.memorial.id,
      bytes,
    })
    expect(elsewhere.json()).toMatchObject({ duplicate_of: null })
  })
})

describe('what is known of a recording', () => {
  it.each([
    ['video', 'film.mp4', true],
    ['video', 'film.webm', true],
    ['video', 'film.mov', true],
    ['video', 'film-hevc.mp4', false],
    ['audio', 'sound.mp3', true],
    ['audio', 'sound.ogg', true],
    ['audio', 'sound.wav', true],
    ['audio', 'sound.m4a', true],
  ] as const)('%s %s', async (kind, file, isPlayable) => {
    const item = await added(kind, await sampleFile(file))
    expect(item).toMatchObject({ is_playable: isPlayable, poster_path: null })
    expect(item.duration).toBeGreaterThan(0)
    expect(item.duration).toBeLessThan(10)
    expect([item.width, item.height]).toEqual(
      kind === 'video' ? [expect.any(Number), expect.any(Number)] : [null, null],
    )
    expect(await itemsOf(kind)).toEqual([expect.objectContaining({ id: item.id, duration: item.duration })])
  })
})
