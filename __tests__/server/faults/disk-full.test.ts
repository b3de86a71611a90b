import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Memorial } from '@contract/memorial'
import { aLog } from '@support/kept-log'
import { memorialForm } from '@support/memorial-form'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { describeOnSmallDisk, mountSmallDisk, type SmallDisk } from '@support/small-disk'

const DISK_MB = 256
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
})
