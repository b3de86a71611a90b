import { archivePaths, type ArchiveItem } from '@contract/archive'
import { pictureCopyPath } from '@contract/picture'
import { addToArchive, anAdvancedMemorial, anArchiveItem, sampleFile } from '@support/archives'
import { startTestApp, type TestApp } from '@support/server-app'
import { aVisitorWithPin } from '../memories/words'

const MINUTE_MS = 60_000

let server: TestApp
let owner: string
let memorialId: number
let visitor: string
let item: ArchiveItem
let sound: Buffer
let passedMs = 0

beforeAll(async () => {
  const realNow = Date.now
  jest.spyOn(Date, 'now').mockImplementation(() => realNow() + passedMs)
  server = await startTestApp()
  sound = await sampleFile('sound.mp3')
  const made = await anAdvancedMemorial(server, { public_status: 'false' })
  owner = made.owner.token
  memorialId = made.memorial.id
  visitor = await aVisitorWithPin(server, owner, memorialId)
  item = await anArchiveItem(server, 'audio', { token: owner, memorialId })
})
afterAll(async () => {
  jest.restoreAllMocks()
  await server.close()
})

const listFor = (token?: string) =>
  server.api({ url: `${archivePaths('audio').list}/${memorialId}`, ...(token && { token }) })
const addressFor = async (token: string) =>
  (await listFor(token)).json<{ result: ArchiveItem[] }>().result[0]?.file_path ?? ''
const statusOf = async (address: string) => (await server.app.inject(address)).statusCode

it('lists its archive for its owner and for who has its memorial token', async () => {
  for (const token of [undefined, (await server.signUp()).token]) {
    const refusal = await listFor(token)
    expect([refusal.statusCode, refusal.json()]).toEqual([403, { detail: 'Страница закрыта. Введите PIN-код.' }])
  }
  for (const token of [owner, visitor]) expect((await listFor(token)).statusCode).toBe(200)
  expect(item.file_path).toMatch(/^\/media\/[\w-]+\/recording\.mp3\?expires=\d+&signature=[\w-]+$/)
})

it('takes nothing from a visitor', async () => {
  expect((await addToArchive(server, 'audio', { token: visitor, memorialId })).statusCode).toBe(401)
})

it('plays for its readers, in parts too, by the address alone', async () => {
  const address = await addressFor(visitor)
  const whole = await server.app.inject(address)
  expect([whole.statusCode, whole.rawPayload.equals(sound)]).toEqual([200, true])

  const part = await server.app.inject({ url: address, headers: { range: 'bytes=100-199' } })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-199/${sound.length}`])
  expect(part.rawPayload.equals(sound.subarray(100, 200))).toBe(true)

  const past = await server.app.inject({ url: address, headers: { range: `bytes=${sound.length}-` } })
  expect([past.statusCode, past.headers['content-range']]).toEqual([416, `bytes */${sound.length}`])
})

it('answers to no bent address', async () => {
  const address = await addressFor(owner)
  const another = await anArchiveItem(server, 'photo', { token: owner, memorialId })
  const [bare = '', query = ''] = address.split('?')
  expect(await statusOf(bare)).toBe(403)
  expect(await statusOf(address.replace(/expires=\d/, 'expires=9'))).toBe(403)
  expect(await statusOf(address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).toBe(403)
  expect(await statusOf(address.slice(0, -1))).toBe(403)
  expect(await statusOf(address.replace(/&signature=.*/, ''))).toBe(403)
  expect(await statusOf(`${another.file_path.split('?')[0]}?${query}`)).toBe(403)
})

it('keeps an address for most of an hour, and not for longer', async () => {
  const address = await addressFor(owner)
  passedMs += 49 * MINUTE_MS
  expect(await statusOf(address)).toBe(200)
  passedMs += 11 * MINUTE_MS
  expect(await statusOf(address)).toBe(403)
  expect(await statusOf(await addressFor(owner))).toBe(200)
})

it('has no use for the address that it had while it was open', async () => {
  const { owner: account, memorial } = await anAdvancedMemorial(server)
  const { file_path: address } = await anArchiveItem(server, 'photo', { token: account.token, memorialId: memorial.id })
  expect(address).not.toContain('?')
  expect([await statusOf(address), await statusOf(pictureCopyPath(address, 320))]).toEqual([200, 200])

  const payload = new FormData()
  payload.append('public_status', 'false')
  await server.api({ method: 'PATCH', url: `/memorial/update/${memorial.id}/`, token: account.token, payload })

  expect(await statusOf(address)).toBe(403)
  expect(await statusOf(pictureCopyPath(address, 320))).toBe(403)
})
