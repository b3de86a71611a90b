import { takeForeignRequests } from '@support/browser'

/** A machine with other work does everything late, and a test that waits in vain still ends. */
jest.setTimeout(180_000)

// No third party learns of a visit, whatever a journey is about.
afterEach(() => {
  expect(takeForeignRequests()).toEqual([])
})
