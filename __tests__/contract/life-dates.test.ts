import type { ValidationError } from 'yup'
import { BIRTH_DATE_INVALID, DATES_NOT_NUMBERS, latestRussianDay } from '@contract/days'
import {
  BIRTH_IN_FUTURE,
  BIRTH_NOT_BEFORE_DEATH,
  DEATH_IN_FUTURE,
  lifeDatesSchema,
  LIFESPAN_TOO_LONG,
  precisionAfter,
  UNKNOWN_PRECISION,
} from '@contract/memorial'
import type { Precision } from '@contract/memorial-terms'

const BORN = { birth_date: '1912-05-09', death_date: '1993-02-08' }
const THIS_YEAR = Number(latestRussianDay().slice(0, 4))

/** What is said of such a life, by field; empty when it is good. */
function problems(fields: object): Record<string, string> {
  try {
    lifeDatesSchema.validateSync({ ...BORN, ...fields }, { abortEarly: false })
    return {}
  } catch (error) {
    const { inner } = error as ValidationError
    // In the form that edits dates one message ends with a full stop.
    return Object.fromEntries<string>(
      inner.map(({ path = '', message }) => [path, message.replace(/смерти\.$/, 'смерти')]),
    )
  }
}

const years = (birth: number, death: number, precision: Precision = 'year') => ({
  birth_date: `${birth}`,
  birth_precision: precision,
  death_date: `${death}`,
  death_precision: precision,
})

describe('a date', () => {
  it.each(['1945-05-09', '1945-5-9', '  1945-5-09 '])('is known to the day unless told otherwise: %j', (typed) => {
    expect(lifeDatesSchema.validateSync({ ...BORN, birth_date: typed, death_date: '1999-01-01' })).toMatchObject({
      birth_date: '1945-05-09',
      birth_precision: 'day',
    })
  })

  it.each<[Precision, string]>([
    ['month', '1912-05-01'],
    ['year', '1912-01-01'],
    ['about', '1912-01-01'],
  ])('that is known to the %s is made its first possible day', (birth_precision, birth_date) => {
    expect(lifeDatesSchema.validateSync({ ...BORN, birth_precision })).toMatchObject({ birth_date, birth_precision })
  })

  it.each([undefined, null, '', '1912-05-09', 'давно'])(
    'of which nothing is known is null, whatever comes: %j',
    (sent) => {
      const life = { ...BORN, birth_date: sent, birth_precision: 'unknown' }
      expect(lifeDatesSchema.validateSync(life)).toMatchObject({ birth_date: null, birth_precision: 'unknown' })
    },
  )

  it.each<[Precision]>([['day'], ['month'], ['year'], ['about']])('known to the %s has to be there', (precision) => {
    for (const sent of [undefined, null, ''])
      expect(problems({ birth_date: sent, birth_precision: precision })).toEqual({ birth_date: DATES_NOT_NUMBERS })
  })

  it('has to exist, as far as it is given', () => {
    expect(problems({ birth_date: '1912-02-30', birth_precision: 'year' })).toEqual({ birth_date: BIRTH_DATE_INVALID })
  })

  it('is looked for in no text that is much longer than one', () => {
    expect(problems({ birth_date: `${' '.repeat(30)}1912-05-09` })).toEqual({})
    expect(problems({ birth_date: `${' '.repeat(31)}1912-05-09` })).toEqual({ birth_date: DATES_NOT_NUMBERS })
  })

  it.each(['exact', '', 'Day'])('is known in one of five ways, not %j', (precision) => {
    expect(problems({ death_precision: precision })).toEqual({ death_precision: UNKNOWN_PRECISION })
  })
})

describe('a life', () => {
  it.each([
    ['a year', years(1912, 1912)],
    ['about a year', years(1912, 1912, 'about')],
    ['a month', { birth_date: '1912-05', birth_precision: 'month', death_date: '1912-05', death_precision: 'month' }],
    ['a day and its year', { birth_date: '1912-12-30', death_date: '1912', death_precision: 'year' }],
  ])('may begin and end within %s', (_what, fields) => {
    expect(problems(fields)).toEqual({})
  })

  it.each([
    ['the same day', { birth_date: '1912-05-09', death_date: '1912-05-09' }],
    ['a year before', years(1912, 1911)],
    ['about a year before', years(1912, 1911, 'about')],
    ['a month before', { birth_date: '1912-05-01', death_date: '1912-04', death_precision: 'month' }],
    [
      'the last day of the year, and that year',
      { birth_date: '1912-12-31', death_date: '1912', death_precision: 'year' },
    ],
  ])('does not end %s', (_what, fields) => {
    expect(problems(fields)).toEqual({ death_date: BIRTH_NOT_BEFORE_DEATH })
  })

  it('is at most 130 years, as far as is known', () => {
    expect(problems({ birth_date: '1860', birth_precision: 'year', death_date: '1990-12-31' })).toEqual({})
    expect(problems(years(1860, 1991))).toEqual({ death_date: LIFESPAN_TOO_LONG })
    expect(problems({ birth_date: '1860-01-01', death_date: '1990-01-02' })).toEqual({ death_date: LIFESPAN_TOO_LONG })
  })

  it('does not end in the future', () => {
    expect(problems(years(1950, THIS_YEAR))).toEqual({})
    expect(problems(years(1950, THIS_YEAR + 1))).toEqual({ death_date: DEATH_IN_FUTURE })
    expect(problems({ birth_precision: 'unknown', death_date: `${THIS_YEAR + 1}`, death_precision: 'about' })).toEqual({
      death_date: DEATH_IN_FUTURE,
    })
  })

  it('does not begin in the future where its end is unknown', () => {
    const end = { death_date: '', death_precision: 'unknown' }
    expect(problems({ ...end, birth_date: `${THIS_YEAR}`, birth_precision: 'year' })).toEqual({})
    expect(problems({ ...end, birth_date: `${THIS_YEAR + 1}-01-01` })).toEqual({ birth_date: BIRTH_IN_FUTURE })
  })

  it('may be unknown on both sides', () => {
    expect(
      problems({ birth_date: '', birth_precision: 'unknown', death_date: '', death_precision: 'unknown' }),
    ).toEqual({})
  })
})

describe('how well a date is known after a change', () => {
  const stored = { date: '1912-01-01', precision: 'about' } as const

  it.each<[string, { date?: string | null; precision?: Precision }, Precision]>([
    ['stays, when nothing is sent', {}, 'about'],
    ['stays, when the same date is sent', { date: '1912-01-01' }, 'about'],
    ['stays, when the same date is written otherwise', { date: ' 1912-1-1 ' }, 'about'],
    ['is the day, when a different date is sent', { date: '1912-01-02' }, 'day'],
    ['is the day, when an empty date is sent', { date: '' }, 'day'],
    ['is what is sent', { precision: 'year' }, 'year'],
    ['is what is sent with the date', { date: '1913-01-01', precision: 'month' }, 'month'],
  ])('%s', (_what, sent, precision) => {
    expect(precisionAfter(sent, stored)).toBe(precision)
  })

  it('stays unknown, when no date is sent', () => {
    for (const date of ['', null])
      expect(precisionAfter({ date }, { date: null, precision: 'unknown' })).toBe('unknown')
    expect(precisionAfter({ date: '1912-01-01' }, { date: null, precision: 'unknown' })).toBe('day')
  })
})
