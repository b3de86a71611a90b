import { takeForeignRequests } from '@support/browser'

// No third party may learn of a visit, whatever a journey tests.
afterEach(() => {
  expect(takeForeignRequests()).toEqual([])
})
