import { FilterCache, SlotSet } from '@server/modules/memorials/search/slot-set'

const ROOM = 64

it('keeps the 64 filters that were asked for last', () => {
  const filters = new FilterCache(() => '')
  const keep = (text: string) => filters.set(['name'], text, new SlotSet(ROOM))
  for (let nth = 0; nth < 64; nth++) keep(`text ${nth}`)
  expect(filters.get(['name'], 'text 0')).toBeDefined()
  keep('another')
  expect(filters.get(['name'], 'text 0')).toBeDefined()
  expect(filters.get(['name'], 'text 1')).toBeUndefined()
  expect(filters.get(['name'], 'another')).toBeDefined()
})
