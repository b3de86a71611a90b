import { anniversaryInWords } from '@client/features/memorial/Anniversary'
import { moscowDay } from '@contract/days'

const life = { birth_date: '1908-09-17', death_date: '1993-02-08' }
const said = (today: string, differences = {}) =>
  anniversaryInWords({ ...life, ...differences }, today)?.replaceAll('\u00a0', ' ')

it.each([
  ['2026-09-17', 'Сегодня 118 лет со дня рождения'],
  ['2026-02-08', 'Сегодня 33 года со дня смерти'],
  ['1994-02-08', 'Сегодня 1 год со дня смерти'],
  ['2009-09-17', 'Сегодня 101 год со дня рождения'],
])('tells on %s', (today, words) => {
  expect(said(today)).toBe(words)
})

it('tells of 29 February on the last day of the month', () => {
  const leap = { death_date: '1992-02-29' }
  expect(said('2027-02-28', leap)).toBe('Сегодня 35 лет со дня смерти')
  expect(said('2028-02-28', leap)).toBeUndefined()
  expect(said('2028-02-29', leap)).toBe('Сегодня 36 лет со дня смерти')
})

it('tells both where they fall on one day', () => {
  expect(said('2026-02-08', { birth_date: '1908-02-08' })).toBe(
    'Сегодня 118 лет со дня рождения и 33 года со дня смерти',
  )
})

it.each(['2026-09-16', '2026-02-17', '1993-02-08', '1900-09-17'])('says nothing on %s', (today) => {
  expect(said(today)).toBeUndefined()
})

it.each([null, '', '1908', '1908-09', 'вчера'])('says nothing where the day is not known: %p', (day) => {
  expect(said('2026-09-17', { birth_date: day, death_date: day })).toBeUndefined()
})

it.each(['month', 'year', 'about', 'unknown'])('says nothing of a date that is known to the %s', (precision) => {
  const partly = { birth_date: '1912-01-01', birth_precision: precision, death_date: '1993-01-01' }

  expect(said('2026-01-01', { ...partly, death_precision: precision })).toBeUndefined()
  expect(said('2026-01-01', { ...partly, death_precision: 'day' })).toBe('Сегодня 33 года со дня смерти')
})

it('tells of days in copies that were kept before dates had a precision', () => {
  const unsaid = { birth_precision: undefined, death_precision: undefined }
  expect(said('2026-09-17', unsaid)).toBe('Сегодня 118 лет со дня рождения')
})

it('knows what day it is in Moscow', () => {
  expect(moscowDay(Date.parse('2026-09-16T20:59:00Z'))).toBe('2026-09-16')
  expect(moscowDay(Date.parse('2026-09-16T21:00:00Z'))).toBe('2026-09-17')
})
