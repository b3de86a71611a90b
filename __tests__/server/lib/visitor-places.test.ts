import { createVisitorPlaces } from '@server/lib/visitor-places'

const MAX = 1000
const OF_ONE = 100

/** How many places are given to visitors who come one after the other. */
function given(places: ReturnType<typeof createVisitorPlaces>, count: number, addressOf: (index: number) => string) {
  let taken = 0
  for (let index = 0; index < count; index++) {
    if (places.refusal(addressOf(index))) continue
    places.take(addressOf(index))
    taken++
  }
  return taken
}

it.each([
  ['an address of IPv4', () => '192.0.2.7', OF_ONE],
  ['a /64', (index: number) => `2001:db8:1:2::${(index % 60_000).toString(16)}`, OF_ONE],
  ['a /56', (index: number) => `2001:db8:1:${(index % 256).toString(16)}::1`, 4 * OF_ONE],
  // Sixteen times the limit would be more than all: what is kept for new ones is kept from it too.
  ['a /48', (index: number) => `2001:db8:1:${(index % 65_536).toString(16)}::1`, 750],
])('gives %s no more places than it may have', (_who, addressOf, count) => {
  expect(given(createVisitorPlaces(MAX), 70_000, addressOf)).toBe(count)
})

it('gives a new visitor a place when a crowd has taken all but the last quarter', () => {
  const places = createVisitorPlaces(MAX)
  expect(given(places, MAX, (index) => `192.0.2.${index % 20}`)).toBe(750)
  expect([places.refusal('192.0.2.1'), places.refusal('198.51.100.1')]).toEqual(['crowded', undefined])
})

it('gives places that were given back to the next, and each but once', () => {
  const places = createVisitorPlaces(MAX)
  const giveBack = Array.from({ length: OF_ONE }, () => places.take('2001:db8::1'))
  expect(places.refusal('2001:db8::2')).toBe('too many of one')
  giveBack[0]?.()
  giveBack[0]?.()
  expect(given(places, 5, () => '2001:db8::3')).toBe(1)
})
