import { dropDraft, dropOldDrafts, keyOfDraft, readDraft, writeDraft } from '@client/lib/draft'

const KEY = keyOfDraft('memory', 7, 'guest')

it('brings back what was written, until it is dropped', () => {
  writeDraft(KEY, { name: 'Анна' })
  expect(readDraft(KEY)).toEqual({ name: 'Анна' })

  dropDraft(KEY)
  expect(readDraft(KEY)).toBeUndefined()
})

it.each(['{', '"text"', 'null'])('takes %p for no draft', (stored) => {
  localStorage.setItem(KEY, stored)
  expect(readDraft(KEY)).toBeUndefined()
})

it('forgets after a month what nobody came back to', () => {
  const now = jest.spyOn(Date, 'now').mockReturnValue(0)
  writeDraft(KEY, { name: 'Анна' })
  localStorage.setItem('another', 'stays')
  now.mockReturnValue(30 * 86_400_000)
  dropOldDrafts()
  expect(readDraft(KEY)).toEqual({ name: 'Анна' })

  now.mockReturnValue(30 * 86_400_000 + 1)
  expect(readDraft(KEY)).toBeUndefined()
  dropOldDrafts()
  expect(Object.keys(localStorage)).toEqual(['another'])
  now.mockRestore()
})

it('lets one write on where the browser forbids its storage', () => {
  const forbidden = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'QuotaExceededError')
  })
  expect(() => writeDraft(KEY, { name: 'Анна' })).not.toThrow()
  forbidden.mockRestore()
})
