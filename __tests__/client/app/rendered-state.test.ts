import { memoryApi } from '@client/api/memory-api'
import { cachedState, readRenderedState } from '@client/ssr/hydration'
import { type AppStore, createAppStore } from '@client/store/create-app-store'
import { MISSING_MEMORIAL_ID, RENDERED_STATE_ELEMENT_ID } from '@contract/settings'

function pageAt(path: string, queries: Record<string, object>) {
  window.history.replaceState(null, '', path)
  const element = document.createElement('script')
  element.type = 'application/json'
  element.id = RENDERED_STATE_ELEMENT_ID
  element.textContent = JSON.stringify({ queries, provided: { tags: {}, keys: {} } })
  document.body.replaceChildren(element)
}

const query = (id: number, data?: object) => ({ [`getMemorial(${id})`]: { originalArgs: id, data } })
const queries = () => (readRenderedState()?.api as { queries: object } | undefined)?.queries

afterEach(() => document.body.replaceChildren())

it('takes the page that all missing memorials share for that of its own address', () => {
  pageAt('/memorials/777', query(MISSING_MEMORIAL_ID))
  expect(queries()).toEqual(query(777))
})

it('changes nothing of a memorial that is there, whatever is written in it', () => {
  const there = query(7, { biography: `Номер билета "getMemorial(${MISSING_MEMORIAL_ID})"` })
  pageAt('/memorials/7', there)
  expect(queries()).toEqual(there)
})

it('is written the same whichever response came first', async () => {
  const { upsertQueryData } = memoryApi.util
  const page = { memorialId: 7, limit: 20, offset: 0 }
  const responses = [
    ({ dispatch }: AppStore) => dispatch(upsertQueryData('getMemories', page, { result: [], total: 0 })),
    ({ dispatch }: AppStore) => dispatch(upsertQueryData('getStories', 7, { result: [] })),
  ]
  const written: string[] = []
  for (const order of [responses, responses.toReversed()]) {
    const store = createAppStore()
    for (const respond of order) await respond(store)
    written.push(JSON.stringify(cachedState(store)))
  }
  expect(written[0]).toContain('getStories(7)')
  expect(written[1]).toBe(written[0])
})
