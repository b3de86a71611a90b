import { dropDraft, readDraft, writeDraft } from '@client/lib/draft'

it('brings back what was written, until it is dropped', () => {
  writeDraft('letter', { name: 'Анна' })
  expect(readDraft('letter')).toEqual({ name: 'Анна' })

  dropDraft('letter')
  expect(readDraft('letter')).toBeUndefined()
})

it.each(['{', '"text"', 'null'])('takes %p for no draft', (stored) => {
  sessionStorage.setItem('letter', stored)
  expect(readDraft('letter')).toBeUndefined()
})

it('lets one write on where the browser forbids its storage', () => {
  const forbidden = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'QuotaExceededError')
  })
  expect(() => writeDraft('letter', { name: 'Анна' })).not.toThrow()
  forbidden.mockRestore()
})
