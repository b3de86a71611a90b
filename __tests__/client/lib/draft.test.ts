import { dropDraft, dropDraftsAboutMemorial, dropOldDrafts, keyOfDraft, readDraft, writeDraft } from '@client/lib/draft'
import { keyOfUnsentMemories, keyOfPendingMemories } from '@client/lib/unsent-memories'

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

it('drops what was written about a memorial, and nothing about others or what never arrived', () => {
  const left = [
    keyOfDraft('biography', 77, 1),
    keyOfDraft('description', 7, 1),
    keyOfDraft('edited-memory', 7, 1),
    keyOfDraft('memorial', 7),
    keyOfUnsentMemories(7, 'guest'),
    keyOfPendingMemories(77, 'guest'),
  ]
  const gone = (['name', 'dates', 'biography', 'burial', 'memory'] as const).map((kind) => keyOfDraft(kind, 7, 1))
  for (const key of [...left, ...gone, KEY, keyOfPendingMemories(7, 'guest')]) writeDraft(key, { name: 'Анна' })

  dropDraftsAboutMemorial(7)
  expect(Object.keys(localStorage).sort()).toEqual(left.sort())
})

it('lets one write on where the browser forbids its storage', () => {
  const forbidden = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'QuotaExceededError')
  })
  expect(() => writeDraft(KEY, { name: 'Анна' })).not.toThrow()
  forbidden.mockRestore()
})
