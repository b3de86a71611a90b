import { listUnfinishedSaves, recordSaveBegun, resumeSaves } from '@client/offline/unfinished-saves'
import { findOfflineCopy } from '@client/offline/copies'
import { aMemorial } from '@support/factories'
import { giveCaches } from '@support/cached-storage'
import { disconnect, requestsTo, serveMemorial, serveMemories, serveQrCode } from '@support/server'
import { aStore } from '@support/store'

let remove: () => void

beforeEach(() => ({ remove } = giveCaches()))
afterEach(() => remove())

function serveAll(fields: Parameters<typeof aMemorial>[0] = {}) {
  const memorial = aMemorial({ id: 7, photo_path: null, ...fields })
  serveMemorial(memorial)
  serveMemories(7, [])
  serveQrCode(7)
  return memorial
}
const resume = (held: Parameters<typeof aStore>[0] = {}) => resumeSaves(aStore(held).getState())
const left = async () => (await listUnfinishedSaves()).map(({ id }) => id)

it('finishes a save whose page was left, once', async () => {
  await recordSaveBegun(serveAll(), {})
  await resume()
  expect(await findOfflineCopy(7)).toMatchObject({ isSaved: true })
  expect(await left()).toEqual([])

  await resume()
  expect(requestsTo('get', 'memorial/7')).toHaveLength(1)
})

it('tries again at the next visit when the server does not answer', async () => {
  await recordSaveBegun(serveAll(), {})
  disconnect('get', 'memorial/7')
  await resume()
  expect([await findOfflineCopy(7), await left()]).toEqual([undefined, [7]])

  serveAll()
  await resume()
  expect([(await findOfflineCopy(7))?.isSaved, await left()]).toEqual([true, []])
})

it('forgets one of yesterday', async () => {
  jest.useFakeTimers({ now: Date.now() - 25 * 3_600_000, doNotFake: ['setTimeout', 'queueMicrotask', 'nextTick'] })
  await recordSaveBegun(serveAll(), {})
  jest.useRealTimers()
  await resume()
  expect([await findOfflineCopy(7), await left()]).toEqual([undefined, []])
  expect(requestsTo('get', 'memorial/7')).toHaveLength(0)
})

it('asks for a closed page with no other token than it was read with', async () => {
  const end = Math.floor(Date.now() / 1000) + 3600
  const memorialToken = `pin.7.${end}.signature`
  await recordSaveBegun(serveAll({ public_status: false }), { memorialToken, accountToken: 'account' })
  await resume({ token: 'account' })
  expect(requestsTo('get', 'memorial/7')).toHaveLength(0)
  expect(await left()).toEqual([7])

  await resume({ token: 'account', memorialTokens: { 7: memorialToken } })
  const [asked] = requestsTo('get', 'memorial/7')
  expect(asked?.headers.get('authorization')).toBe(`Bearer ${memorialToken}`)
  expect(await findOfflineCopy(7)).toMatchObject({ isSaved: true, isOfAccount: false })
})
