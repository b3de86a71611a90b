import { placeOf, yearsAbove } from '@client/features/memorial/archives/photo-lists'
import { anArchiveItem } from '@support/factories'

const photo = (width: number | null, height: number | null, description: string | null = null) =>
  anArchiveItem({ width, height, description })

describe('the place of a photo', () => {
  it('is large for the first one only', () => {
    expect(placeOf(photo(1500, 1000), 0)).toHaveProperty('data-first', true)
    expect(placeOf(photo(1500, 1000), 1)).not.toHaveProperty('data-first')
  })

  it.each([
    ['of a scan with fewer pixels than a row is high', photo(640, 430), 'scan'],
    ['of one that is too narrow as well', photo(60, 400), 'scan'],
    ['of a scan much higher than wide', photo(500, 1700), 'frame'],
    ['of unknown size', photo(null, null), 'frame'],
    ['of one as high as a row', photo(700, 500), undefined],
  ])('%s is a mat, on which it keeps its pixels and its shape', (_which, item, mat) => {
    expect(placeOf(item, 1)['data-mat']).toBe(mat)
  })

  it.each([
    [3000, 1000, 'short'],
    [6000, 1000, 'long'],
    [2000, 1000, undefined],
  ])('of a panorama of %i by %i is a row of its own', (width, height, panorama) => {
    expect(placeOf(photo(width, height), 0)['data-panorama']).toBe(panorama)
  })

  it('of one with a long text is a row of its own', () => {
    expect(placeOf(photo(1000, 1000, 'Слово. '.repeat(40)), 1)).toHaveProperty('data-long-text', true)
  })

  it('has the nearest shape', () => {
    const shapes = [photo(1000, 1500), photo(1001, 1500), photo(1500, 1000)].map(
      (item) => placeOf(item, 1)['data-shape'],
    )
    expect(shapes[0]).toBe(shapes[1])
    expect(shapes[0]).not.toBe(shapes[2])
  })
})

describe('the years above photos', () => {
  const above = (...dates: (string | null)[]) => yearsAbove(['1999', ...dates].map((date_text) => ({ date_text })))

  it('stand where another one begins, not above the first photo, which is chosen for itself', () => {
    expect(above('1956', 'лето 1956', null, '1961', '1961')).toEqual([
      undefined,
      '1956',
      undefined,
      undefined,
      '1961',
      undefined,
    ])
  })

  it('are tens of years where each has few photos, or is not known better', () => {
    expect(above('1951', '1953', '1956', '1961', '1968').filter(Boolean)).toEqual(['1950-е', '1960-е'])
    expect(above('1950-е', '1950-е', '1961', '1961').filter(Boolean)).toEqual(['1950-е', '1960-е'])
  })

  it.each([
    ['in another order', ['1961', '1961', '1956', '1956']],
    ['mostly without dates', ['1956', null, null, null, '1961']],
    ['all of one year', ['1956', '1956', '1956']],
  ])('are not there in an album %s', (_which, dates) => {
    expect(above(...dates).filter(Boolean)).toEqual([])
  })
})
