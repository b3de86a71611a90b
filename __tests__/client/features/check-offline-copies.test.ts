import { checkOfflineCopies } from '@client/offline/check-copies'
import { keyOfDraft, readDraft, writeDraft } from '@client/lib/draft'
import { type OfflineCopy, listOfflineCopies, writeOfflineCopy } from '@client/offline/copies'
import { aMemorial } from '@support/factories'
import { giveCaches } from '@support/cached-storage'
import { disconnect, refuse, requestsTo, serveMemorial } from '@support/server'
import { aStore } from '@support/store'

const HOUR_MS = 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

let remove: () => void

beforeEach(() => ({ remove } = giveCaches()))
afterEach(() => remove())

const keep = (fields: Partial<OfflineCopy> & { id: number }) =>
  writeOfflineCopy(
    {
      name: 'Ёлкин Пётр',
      life: '',
      photoPath: null,
      keptAt: ago(0),
      keptUntil: null,
      openedBy: null,
      isSaved: true,
      isOfAccount: false,
      photoCount: 0,
      hasVoice: false,
      bytes: 0,
      ...fields,
    },
    [],
  )
const left = async () => (await listOfflineCopies()).map(({ id }) => id)
const askedFor = (id: number) => requestsTo('get', `memorial/${id}`)
const check = (held: Parameters<typeof aStore>[0] = {}) => checkOfflineCopies(aStore(held))

it('deletes what is there no more, and leaves what is', async () => {
  await keep({ id: 1 })
  await keep({ id: 2 })
  refuse('get', 'memorial/1', 404)
  serveMemorial(aMemorial({ id: 2 }))
  const drafts = [1, 2].map((id) => keyOfDraft('memory', id, 'guest'))
  for (const draft of drafts) writeDraft(draft, { description: 'Папа пел нам.' })
  await check()
  expect(await left()).toEqual([2])
  expect(drafts.map((draft) => readDraft(draft) !== undefined)).toEqual([false, true])
})

it('asks for what was only visited once an hour', async () => {
  await keep({ id: 1, isSaved: false })
  await check()
  expect(askedFor(1)).toHaveLength(0)

  await keep({ id: 1, isSaved: false, keptAt: ago(2 * HOUR_MS) })
  serveMemorial(aMemorial({ id: 1 }))
  await check()
  await check()
  expect(askedFor(1)).toHaveLength(1)
  expect(await left()).toEqual([1])
})

it('asks for a closed page with its PIN, and with nobody else’s token', async () => {
  await keep({ id: 1, keptUntil: ago(-HOUR_MS), openedBy: 'digest' })
  refuse('get', 'memorial/1', 403)
  await check({ token: 'of-somebody-signed-in' })
  expect(await left()).toEqual([1])

  await check({ memorialTokens: { 1: 'pin.1.2.x' } })
  expect(askedFor(1).map(({ headers }) => headers.get('authorization'))).toEqual([null, 'Bearer pin.1.2.x'])
  expect(await left()).toEqual([])
})

it('deletes nothing when there is no answer', async () => {
  await keep({ id: 1 })
  disconnect('get', 'memorial/1')
  await check()
  expect(await left()).toEqual([1])
})
