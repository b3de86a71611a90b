import sharp from 'sharp'
import { type ArchiveItem, archivePaths } from '@contract/archive'
import type { Burial } from '@contract/burial'
import type { Memorial, MemorialCard } from '@contract/memorial'
import { anAdvancedMemorial, anArchiveItem } from '@support/archives'
import { memorialForm } from '@support/memorial-form'
import { phonePhotograph, smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { aStoredMemorial, anOwner } from '@support/test-memorials'
import { aBurial, burialOf, changeBurial, tellBurial } from '../burial/burial-form'

/** What a list of twelve cards carries, twelve times. */
const PREVIEW_MAX_CHARACTERS = 700
const PREVIEW_MAX_SIDE = 20
/** The difference between the strongest and the weakest of red, green and blue. A pure colour has 255. */
const MUTED_MAX_SPREAD = 90

let server: TestApp
let token: string

beforeAll(async () => {
  server = await startTestApp()
  token = (await anOwner(server)).token
})
afterAll(() => server.close())

const read = async (id: number) => (await server.api({ url: `/memorial/${id}` })).json<Memorial>()

async function aMemorialOf(bytes: Buffer): Promise<Memorial> {
  const response = await server.api({
    method: 'POST',
    url: '/memorial/create',
    token,
    payload: memorialForm({}, { bytes }),
  })
  return response.json<Memorial>()
}

it('tells the pixels of a portrait as it is served, a muted colour and a tiny stand-in', async () => {
  const created = await aMemorialOf(await phonePhotograph())

  expect(created).toMatchObject({ photo_width: 3000, photo_height: 4000 })
  expect(await read(created.id)).toMatchObject({
    photo_width: 3000,
    photo_height: 4000,
    photo_tone: created.photo_tone,
    photo_preview: created.photo_preview,
  })

  const channels =
    /^#(..)(..)(..)$/
      .exec(created.photo_tone ?? '')
      ?.slice(1)
      .map((hex) => parseInt(hex, 16)) ?? []
  expect(channels).toHaveLength(3)
  expect(Math.max(...channels) - Math.min(...channels)).toBeLessThan(MUTED_MAX_SPREAD)
  // A photograph that is red and blue: one of them is left in the tone.
  expect(new Set(channels).size).toBeGreaterThan(1)

  const preview = created.photo_preview ?? ''
  expect(preview.length).toBeLessThan(PREVIEW_MAX_CHARACTERS)
  const [scheme, encoded] = preview.split(',')
  expect(scheme).toBe('data:image/webp;base64')
  const tiny = await sharp(Buffer.from(encoded ?? '', 'base64')).metadata()
  expect(tiny).toMatchObject({ width: 15, height: PREVIEW_MAX_SIDE })
})

it('tells them in lists, and null where there is no portrait', async () => {
  const { id } = await aMemorialOf(await smallPicture())
  const { id: bareId } = await aStoredMemorial(server, token)

  const { result } = (await server.api({ url: '/memorial/public_memorials?limit=100' })).json<{
    result: MemorialCard[]
  }>()
  const card = (wanted: number) => result.find((memorial) => memorial.id === wanted)

  expect(card(id)).toMatchObject({ photo_width: 40, photo_height: 50, photo_preview: expect.any(String) as string })
  expect(card(bareId)).toMatchObject({ photo_width: null, photo_height: null, photo_tone: null, photo_preview: null })
})

it('tells those of a new portrait once it replaces the old one', async () => {
  const { id, photo_preview: before } = await aMemorialOf(await smallPicture())
  const payload = new FormData()
  payload.append('photo', new Blob([new Uint8Array(await phonePhotograph({ width: 400, height: 300 }))]), 'new.jpg')

  const changed = (
    await server.api({ method: 'PATCH', url: `/memorial/update/${id}`, token, payload })
  ).json<Memorial>()

  expect(changed).toMatchObject({ photo_width: 300, photo_height: 400 })
  expect(changed.photo_preview).not.toBe(before)
})

it('tells the pixels of the photo of a grave, also after a change of the address', async () => {
  const { id: memorialId } = await aStoredMemorial(server, token)
  const { id } = await aBurial(server, token, memorialId)
  const size = { photo_width: 40, photo_height: 50 }

  expect((await burialOf(server, memorialId)).json<Burial>()).toMatchObject(size)
  const moved = await changeBurial(server, id, { token, burial_address: 'Псков' })
  expect(moved.json<Burial>()).toMatchObject({ ...size, burial_address: 'Псков' })

  const { id: bareId } = await aStoredMemorial(server, token)
  const bare = await tellBurial(server, { token, memorialId: bareId, burial_address: 'Псков' })
  expect(bare.json<Burial>()).toMatchObject({ photo_width: null, photo_height: null })
})

it('tells the pixels of the photos of an archive, and none of recordings', async () => {
  const { owner, memorial } = await anAdvancedMemorial(server)
  const archive = { token: owner.token, memorialId: memorial.id }
  const photo = await anArchiveItem(server, 'photo', archive)
  await anArchiveItem(server, 'audio', archive)

  const listed = async (kind: 'photo' | 'audio') =>
    (await server.api({ url: `${archivePaths(kind).list}/${memorial.id}` })).json<{ result: ArchiveItem[] }>().result
  expect(photo).toMatchObject({ width: 40, height: 50 })
  expect(await listed('photo')).toEqual([photo])
  expect(await listed('audio')).toMatchObject([{ width: null, height: null }])

  const payload = new FormData()
  payload.append('description', 'Летом')
  const url = `${archivePaths('photo').update}/${photo.id}`
  const described = await server.api({ method: 'PATCH', url, token: owner.token, payload })
  expect(described.json<ArchiveItem>()).toEqual({ ...photo, description: 'Летом' })
})
