import { BIRTH_DATE_INVALID, DATES_NOT_NUMBERS, lifeDay } from '@contract/days'

const day = lifeDay(BIRTH_DATE_INVALID)

it.each(['1945-05-09', '1945-5-9', '  1945-5-09 '])('reads %j as a day', (typed) => {
  expect(day.validateSync(typed)).toBe('1945-05-09')
})

it('looks for no day in a text that is much longer than one', () => {
  expect(day.validateSync(`${' '.repeat(30)}1945-05-09`)).toBe('1945-05-09')
  expect(() => day.validateSync(`${' '.repeat(31)}1945-05-09`)).toThrow(DATES_NOT_NUMBERS)
})
