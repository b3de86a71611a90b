import { dayInDigits, dayInWords, dayOfInstantInWords, lifeInDigits, lifeInWords } from '@client/lib/days'

it('writes a day in words on pages and in digits on cards', () => {
  expect(dayInWords('1945-05-09')).toBe('9 мая 1945')
  expect(dayInDigits('1945-05-09')).toBe('09.05.1945')
})

it.each([null, undefined, '', '1945', '1945-02-30', 'вчера'])('writes nothing for %p', (text) => {
  expect(dayInWords(text)).toBe('')
  expect(dayInDigits(text)).toBe('')
})

it('writes both days of a life, or that they are unknown', () => {
  expect(lifeInDigits({ birth_date: '1931-05-09', death_date: '2014-11-02' })).toBe('09.05.1931 — 02.11.2014')
  expect(lifeInWords({ birth_date: '1931-05-09', death_date: '2014-11-02' })).toBe('9 мая 1931 — 2 ноября 2014')
  expect(lifeInDigits({ birth_date: '1931-05-09', death_date: null })).toBe('Даты не указаны')
  expect(lifeInDigits({ birth_date: null, death_date: '2014-11-02' })).toBe('Даты не указаны')
})

it('names the day of an instant by Moscow, whatever the zone of the machine', () => {
  expect(dayOfInstantInWords('2024-03-08T20:59:00Z')).toBe('8 марта 2024')
  expect(dayOfInstantInWords('2024-03-08T21:00:00Z')).toBe('9 марта 2024')
  expect(dayOfInstantInWords('once')).toBe('')
})
