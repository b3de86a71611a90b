import {
  dateInDigits,
  dateInWords,
  dayInDigits,
  dayInWords,
  dayOfInstantInWords,
  dayOfWords,
  lifeInDigits,
  lifeInWords,
} from '@contract/shown-days'
import type { Life } from '@contract/life'
import type { Precision } from '@contract/memorial-terms'

const DAYS = { birth_precision: 'day', death_precision: 'day' } as const

function life(
  birth: [string | null, Precision] = [null, 'unknown'],
  death: [string | null, Precision] = [null, 'unknown'],
): Life {
  return { birth_date: birth[0], birth_precision: birth[1], death_date: death[0], death_precision: death[1] }
}

/** With the spaces that any reader sees. */
const read = (text: string) => text.replaceAll('\u00a0', ' ')

it('writes a day in words on pages and in digits on cards', () => {
  expect(dayInWords('1945-05-09')).toBe('9 мая 1945')
  expect(dayInDigits('1945-05-09')).toBe('09.05.1945')
})

it.each([null, undefined, '', '1945', '1945-02-30', 'вчера'])('writes nothing for %p', (text) => {
  expect(dayInWords(text)).toBe('')
  expect(dayInDigits(text)).toBe('')
})

it.each([
  ['Редакция от 9 мая 1945 года', '1945-05-09'],
  ['Редакция от 26\u00a0ноября 2026 года', '2026-11-26'],
  ['Редакция от 30 февраля 2026 года', undefined],
  ['Редакция № 3', undefined],
])('finds in «%s» the day %s', (text, day) => {
  expect(dayOfWords(text)).toBe(day)
})

it.each<[string | null, Precision, string, string]>([
  ['1945-05-09', 'day', '9 мая 1945', '09.05.1945'],
  ['1912-05-01', 'month', 'май 1912', '05.1912'],
  ['1912-01-01', 'year', '1912', '1912'],
  ['1912-01-01', 'about', 'около 1912', 'около 1912'],
  [null, 'unknown', '', ''],
  ['вчера', 'year', '', ''],
])('writes of %s (%s) what is known', (date, precision, words, digits) => {
  expect(read(dateInWords(date, precision))).toBe(words)
  expect(read(dateInDigits(date, precision))).toBe(digits)
})

it('writes both dates of a life', () => {
  expect(lifeInDigits({ ...DAYS, birth_date: '1931-05-09', death_date: '2014-11-02' })).toBe('09.05.1931 — 02.11.2014')
  expect(lifeInWords({ ...DAYS, birth_date: '1931-05-09', death_date: '2014-11-02' })).toBe(
    '9 мая 1931 — 2 ноября 2014',
  )
})

it('writes the dates of a life that are not known to the day', () => {
  expect(lifeInWords(life(['1912-01-01', 'year'], ['1993-01-01', 'year']))).toBe('1912 — 1993')
  expect(read(lifeInWords(life(['1912-01-01', 'about'], ['1993-02-01', 'month'])))).toBe('около 1912 — февраль 1993')
  expect(read(lifeInDigits(life(['1912-01-01', 'about'], ['1993-02-01', 'month'])))).toBe('около 1912 — 02.1993')
})

it('says which date is unknown, or that both are', () => {
  expect(lifeInWords(life(undefined, ['1993-02-08', 'day']))).toBe('дата неизвестна — 8 февраля 1993')
  expect(lifeInDigits(life(['1931-05-09', 'day']))).toBe('09.05.1931 — дата неизвестна')
  expect(lifeInDigits(life([null, 'day'], ['1993-02-08', 'day']))).toBe('Даты не указаны')
  expect(lifeInDigits(life())).toBe('Даты не указаны')
  expect(lifeInWords(life())).toBe('Даты не указаны')
})

it('knows the dates of a card to the day that a browser has kept from before', () => {
  const kept = { birth_date: '1931-05-09', death_date: '2014-11-02' } as Life
  expect(lifeInWords(kept)).toBe('9 мая 1931 — 2 ноября 2014')
})

it('names the day of an instant by Moscow, whatever the zone of the machine', () => {
  expect(dayOfInstantInWords('2024-03-08T20:59:00Z')).toBe('8 марта 2024')
  expect(dayOfInstantInWords('2024-03-08T21:00:00Z')).toBe('9 марта 2024')
  expect(dayOfInstantInWords('once')).toBe('')
})
