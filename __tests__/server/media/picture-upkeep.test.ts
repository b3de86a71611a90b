import sharp from 'sharp'
import type { Memorial } from '@contract/memorial'
import { PICTURE_COPY, PICTURE_FILE, pictureCopyPath } from '@contract/picture'
import { PICTURE_VERSION } from '@server/media/picture-facts'
import { createPictureUpkeep } from '@server/media/picture-upkeep'
import { unavailable } from '@server/lib/api-error'
import { addToArchive, anAdvancedMemorial } from '@support/archives'
import { loseFiles, putFile } from '@support/broken-store'
import { doTheJobs } from '@support/jobs'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { aStoredMemorial, anOwner } from '@support/test-memorials'
import { destroyOverdue } from '@support/trash'

let server: TestApp
let token: string

beforeAll(async () => {
  server = await startTestApp()
  token = (await anOwner(server)).token
})
afterAll(() => server.close())
beforeEach(() => server.db.updateTable('media').set({ picture_version: PICTURE_VERSION }).execute())

const NOT_KNOWN = { photo_width: null, photo_height: null, photo_tone: null, photo_preview: null }
const mediaIdOf = ({ photo_path: photoPath }: Memorial) => photoPath?.split('/')[2] ?? ''
const read = async ({ id }: Memorial) => (await server.api({ url: `/memorial/${id}` })).json<Memorial>()
const versionOf = async (id: string) =>
  (await server.db.selectFrom('media').select('picture_version').where('id', '=', id).executeTakeFirst())
    ?.picture_version

/** A memorial as an earlier version has left it: with other copies, and without facts. */
async function anOldMemorial(): Promise<Memorial> {
  const memorial = await aStoredMemorial(server, token, {}, { withPhoto: true })
  await server.db
    .updateTable('media')
    .set({ picture_version: 0, width: null, height: null, tone: null, preview: null })
    .where('id', '=', mediaIdOf(memorial))
    .execute()
  await server.db.updateTable('memorials').set(NOT_KNOWN).where('id', '=', memorial.id).execute()
  await loseFiles(
    server,
    mediaIdOf(memorial),
    ([480, 720] as const).map((width) => PICTURE_COPY(width)),
  )
  const small = await sharp(await smallPicture())
    .resize(6)
    .webp()
    .toBuffer()
  await putFile(server, mediaIdOf(memorial), PICTURE_COPY(640), small)
  return memorial
}

const widthOf = async (address: string) => {
  const { rawPayload, headers, statusCode } = await server.app.inject(address)
  if (statusCode !== 200) return statusCode
  const { format, width } = await sharp(rawPayload).metadata()
  return [headers['content-type'], format, width]
}

it('answers a copy that a picture lacks with the nearest that it has, and at last with the picture', async () => {
  const memorial = await anOldMemorial()
  const address = memorial.photo_path ?? ''
  expect(await widthOf(pictureCopyPath(address, 720))).toEqual(['image/webp', 'webp', 6])

  await loseFiles(
    server,
    mediaIdOf(memorial),
    ([320, 640, 1280] as const).map((width) => PICTURE_COPY(width)),
  )
  expect(await widthOf(pictureCopyPath(address, 720))).toEqual(['image/jpeg', 'jpeg', 40])
  expect(await widthOf(address.replace(PICTURE_FILE, '721.webp'))).toBe(404)
})

it('finds the facts of old portraits, and makes the copies that they lack', async () => {
  const memorial = await anOldMemorial()
  expect(await read(memorial)).toMatchObject(NOT_KNOWN)

  await doTheJobs(server)

  const { photo_width, photo_height, photo_tone, photo_preview } = memorial
  expect(await read(memorial)).toMatchObject({ photo_width, photo_height, photo_tone, photo_preview })
  expect(photo_width).toBe(40)
  expect(await widthOf(pictureCopyPath(memorial.photo_path ?? '', 720))).toEqual(['image/webp', 'webp', 40])
  // What was there is left as it was.
  expect(await widthOf(pictureCopyPath(memorial.photo_path ?? '', 640))).toEqual(['image/webp', 'webp', 6])
})

it('passes over recordings and pictures that cannot be read, once', async () => {
  const broken = await anOldMemorial()
  await putFile(server, mediaIdOf(broken), PICTURE_FILE, 'no picture')
  const { owner, memorial } = await anAdvancedMemorial(server)
  await addToArchive(server, 'audio', { token: owner.token, memorialId: memorial.id })
  await server.db.updateTable('media').set({ picture_version: 0 }).where('memorial_id', '=', memorial.id).execute()

  await server.pictureUpkeep.run()

  expect(await versionOf(mediaIdOf(broken))).toBe(PICTURE_VERSION)
  expect(await read(broken)).toMatchObject(NOT_KNOWN)
  const left = await server.db.selectFrom('media').select('id').where('picture_version', '<', PICTURE_VERSION).execute()
  expect(left).toEqual([])
})

it('comes back to a picture when there was no room for it', async () => {
  const memorial = await anOldMemorial()
  const busy = { encode: () => Promise.reject(unavailable('busy', 30)) }
  const temporaryFolder = server.dataDir
  const upkeep = createPictureUpkeep({ ...server, temporaryFolder, pictures: busy })

  await expect(upkeep.run()).rejects.toThrow('busy')
  expect(await versionOf(mediaIdOf(memorial))).toBe(0)

  await server.pictureUpkeep.run()
  expect(await versionOf(mediaIdOf(memorial))).toBe(PICTURE_VERSION)
})

it('stores nothing for a picture that was deleted while it was looked at', async () => {
  const memorial = await anOldMemorial()
  const facts = { width: 1, height: 1, tone: '#000000', preview: 'data:,' }
  const deleting = {
    async encode() {
      await server.api({ method: 'DELETE', url: `/memorial/delete/${memorial.id}`, token })
      await destroyOverdue(server)
      await server.removals.settled()
      return { facts, pages: 1 }
    },
  }
  await createPictureUpkeep({ ...server, temporaryFolder: server.dataDir, pictures: deleting }).run()

  const files = [...(await server.storedFiles()).keys()]
  expect(files.filter((file) => file.includes(mediaIdOf(memorial)))).toEqual([])
})
