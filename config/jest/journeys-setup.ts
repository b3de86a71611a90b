import { takeForeignRequests } from '@support/browser'

// No third party learns of a visit, whatever a journey is about.
afterEach(() => {
  expect(takeForeignRequests()).toEqual([])
})
