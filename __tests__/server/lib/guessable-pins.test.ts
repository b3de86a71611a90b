import { isGuessable } from '@server/lib/guessable-secrets'

it.each([
  ['among the commonest', ['1234', '0000', '2468', '0007', '1225', '2580', '6969']],
  ['a year', ['1900', '1945', '2030']],
  ['a day', ['3112', '0101', '2902', '0905', '090545', '310799', '09051945', '29022001', '31121900']],
  ['a common row of digits', ['12345', '123456', '111111', '123456789', '1234567890']],
])('is %s', (_what, pins) => {
  expect(pins.filter((pin) => !isGuessable(pin))).toEqual([])
})

it('is neither', () => {
  const pins = [
    '0451',
    '4806',
    '1899',
    '2031',
    '3202',
    '3102',
    '0913',
    '490517',
    '19610412',
    '09051899',
    '09052031',
    '4815162',
  ]
  expect(pins.filter(isGuessable)).toEqual(['0913'])
})
