import { placesOf } from '@client/features/memorial/archives/photo-lists'
import { anArchiveItem } from '@support/factories'

const photo = (width: number | null, height: number | null, description: string | null = null) =>
  anArchiveItem({ width, height, description })
const sharesOf = (...photos: ReturnType<typeof photo>[]) =>
  placesOf(photos).map(({ share }) => Math.round(share * 100) / 100)

const WIDE = photo(1500, 1000)
const HIGH = photo(1000, 2000)

it('gives the first photo a row of its own, and two of the others a row each', () => {
  expect(sharesOf(WIDE, WIDE, WIDE, HIGH, HIGH)).toEqual([1, 0.5, 0.5, 0.5, 0.5])
})

it('makes both photos of a row equally high, each in its own proportions', () => {
  const [, left, right] = placesOf([WIDE, WIDE, HIGH])

  expect(left).toEqual({ ratio: 1.5, share: 0.75 })
  expect(right).toEqual({ ratio: 0.5, share: 0.25 })
})

it('leaves nobody half a row: what has no neighbour has the whole', () => {
  expect(sharesOf(WIDE, WIDE)).toEqual([1, 1])
  expect(sharesOf(WIDE, WIDE, WIDE, WIDE)).toEqual([1, 0.5, 0.5, 1])
})

it('gives panoramas and photos with long texts rows of their own', () => {
  expect(sharesOf(WIDE, WIDE, photo(3000, 1000), WIDE, WIDE)).toEqual([1, 1, 1, 0.5, 0.5])
  expect(sharesOf(WIDE, photo(1000, 1000, 'Слово. '.repeat(40)), WIDE, WIDE)).toEqual([1, 1, 0.5, 0.5])
})

it('takes usual proportions for a photo whose size is not known', () => {
  expect(placesOf([photo(null, null)])).toEqual([{ ratio: 4 / 3, share: 1 }])
})
