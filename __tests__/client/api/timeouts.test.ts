import { LONG_TIMEOUT_MS, NORMAL_TIMEOUT_MS } from '@contract/limits'
import { burialApi } from '@client/api/burial-api'
import { memorialChangeApi } from '@client/api/memorial-change-api'
import { memoryApi } from '@client/api/memory-api'
import { hold } from '@support/server'
import { aStore } from '@support/store'

const ALMOST = 1000

describe('a server that does not answer', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] }))
  afterEach(() => jest.useRealTimers())

  it.each([
    ['a reading request', NORMAL_TIMEOUT_MS, () => memoryApi.endpoints.getMemories.initiate({ memorialId: 7 })],
    ['words about a grave', NORMAL_TIMEOUT_MS, () => tellOfGrave(null)],
    ['a photo of a grave', LONG_TIMEOUT_MS, () => tellOfGrave(new File(['x'], 'grave.jpg'))],
    [
      'a creation with its upload',
      LONG_TIMEOUT_MS,
      () => memorialChangeApi.endpoints.createMemorial.initiate(anyDraft),
    ],
  ])('is given up for %s after %i ms, not sooner', async (_what, timeout, call) => {
    hold('get', 'memories/all')
    hold('post', 'memorial/create')
    hold('post', 'burial/create')
    let outcome: unknown
    void aStore()
      .dispatch(call() as ReturnType<typeof memorialChangeApi.endpoints.createMemorial.initiate>)
      .then((result) => {
        outcome = result.error
      })

    await jest.advanceTimersByTimeAsync(timeout - ALMOST)
    expect(outcome).toBeUndefined()

    await jest.advanceTimersByTimeAsync(ALMOST)
    await settled()
    expect(outcome).toMatchObject({ status: 'TIMEOUT_ERROR' })
  })
})

const anyDraft = {
  lastname: 'Соколова',
  name: 'Анна',
  surname: '',
  maiden_name: '',
  birth_date: '1931-05-09',
  birth_precision: 'day' as const,
  death_date: '2014-11-02',
  death_precision: 'day' as const,
  biography: '',
  public_status: false,
  swo_status: false,
  indexable: true,
  rate_check: false,
  file: null,
}

function tellOfGrave(burial_photo_file: File | null) {
  const form = { burial_address: 'Тверь', cemetery: '', plot: '', burial_coordinates: '', burial_photo_file }
  return burialApi.endpoints.createBurial.initiate({ memorialId: 7, form })
}

const realSetTimeout = setTimeout

function settled(): Promise<void> {
  return new Promise((resolve) => void realSetTimeout(resolve))
}
