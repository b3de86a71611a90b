import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Memorial } from '@contract/memorial'
import { anAdvancedMemorial } from '@support/archives'
import { aLog } from '@support/recorded-log'
import { memorialForm } from '@support/memorial-form'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { describeOnSmallDisk, mountSmallDisk, type SmallDisk } from '@support/small-disk'
import { uploader } from '@support/uploads'

const DISK_MB = 256
const MB = 1024 ** 2
const SIDE = 1500
const RAW = { width: SIDE, height: SIDE, channels: 3 } as const

describeOnSmallDisk(() => {
  let disk: SmallDisk
  let server: TestApp
  let token: string
  const { log, lines, clear } = aLog()

  beforeAll(async () => {
    disk = mountSmallDisk(DISK_MB)
    server = await startTestApp({ NEW_ACCOUNT_MEMORIALS: '100' }, { log, within: disk.folder })
    token = (await server.signUp()).token
  })
  afterAll(async () => {
    disk.empty()
    await server.close()
    disk.remove()
  })
  beforeEach(clear)
  afterEach(() => disk.empty())

  const create = (bytes?: Buffer) =>
    server.api({ method: 'POST', url: '/memorial/create', token, payload: memorialForm({}, bytes && { bytes }) })
  const mine = async () =>
    (await server.api({ url: '/memorial/my_memorials', token })).json<{ result: Memorial[] }>().result.length

  /** Of noise, which no encoding makes small. */
  const photograph = () =>
    sharp(randomBytes(SIDE * SIDE * 3), { raw: RAW })
      .jpeg({ quality: 95 })
      .toBuffer()

  it.each([
    ['while a file arrives', 0.5],
    ['while a picture is encoded', 1.3],
  ])('says 507 when the disk becomes full %s, and works again when there is room', async (_when, freeShare) => {
    const photo = await photograph()
    const before = await mine()
    disk.fill(photo.length * freeShare)

    const refused = [await create(photo), await create(photo)]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([507, 507])
    expect(refused[0]?.json()).toEqual({ detail: expect.stringMatching(/^На сервере закончилось место/) as string })
    expect(lines().filter(({ msg }) => msg === 'unexpected failure')).toEqual([])

    disk.empty()
    expect((await create(photo)).statusCode).toBe(201)
    expect(await mine()).toBe(before + 1)
  })

  it('goes on reading, stays in rotation, and loses nothing that was confirmed', async () => {
    disk.fill()
    const answers: number[] = []
    for (let index = 0; index < 3; index++) answers.push((await create()).statusCode)
    expect(answers.every((status) => [201, 507].includes(status))).toBe(true)
    const confirmed = answers.filter((status) => status === 201).length

    expect((await server.app.inject('/api/v1/memorial/public_memorials?page_size=5')).statusCode).toBe(200)
    const ready = await server.app.inject('/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'degraded', degraded: ['disk'] }])

    disk.empty()
    const before = await mine()
    expect(before).toBeGreaterThanOrEqual(confirmed)
    expect((await create(await smallPicture())).statusCode).toBe(201)
    expect(await mine()).toBe(before + 1)
  })

  it('says 507 to a part of a film, and the upload goes on from there when there is room', async () => {
    const { owner, memorial } = await anAdvancedMemorial(server)
    const uploads = uploader(server, owner.token)
    const film = randomBytes(4 * MB)
    const id = await uploads.begun({ memorialId: memorial.id, kind: 'video', size: film.length })
    expect((await uploads.sendPart(id, 0, film.subarray(0, MB))).statusCode).toBe(204)

    disk.fill(MB)
    const refused = await uploads.sendPart(id, MB, film.subarray(MB))
    expect(refused.statusCode).toBe(507)
    expect(refused.json()).toEqual({ detail: expect.stringMatching(/^На сервере закончилось место/) as string })

    disk.empty()
    const { headers } = await uploads.ask(id)
    const offset = Number(headers['upload-offset'])
    expect(offset).toBeGreaterThanOrEqual(MB)
    const rest = await uploads.sendPart(id, offset, film.subarray(offset))
    expect([rest.statusCode, rest.headers['upload-offset']]).toEqual([204, String(film.length)])
    await uploads.cancel(id)
  })
})
