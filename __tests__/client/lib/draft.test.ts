import { dropDraft, keyOfDraft, readDraft, writeDraft } from '@client/lib/draft'

const KEY = keyOfDraft('memory', 7, 'guest')

it('brings back what was written, until it is dropped', () => {
  writeDraft(KEY, { name: 'Анна' })
  expect(readDraft(KEY)).toEqual({ name: 'Анна' })

  dropDraft(KEY)
  expect(readDraft(KEY)).toBeUndefined()
})

it.each(['{', '"text"', 'null'])('takes %p for no draft', (stored) => {
  sessionStorage.setItem(KEY, stored)
  expect(readDraft(KEY)).toBeUndefined()
})

it('lets one write on where the browser forbids its storage', () => {
  const forbidden = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'QuotaExceededError')
  })
  expect(() => writeDraft(KEY, { name: 'Анна' })).not.toThrow()
  forbidden.mockRestore()
})
