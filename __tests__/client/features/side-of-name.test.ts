import { sideOfName } from '@client/features/memorial/burial/CountryOutline'

it.each([
  ['no grave is shown', undefined],
  ['the city is far to the east', { x: 120, y: -5 }],
  ['the city is far to the west', { x: -120, y: -5 }],
  ['the pin stands above the name', { x: -20, y: 12 }],
  ['the pin ends below the name', { x: -20, y: -70 }],
])('the name of a city stands to its right where %s', (_where, fromPin) => {
  expect(sideOfName('Казань', fromPin)).toEqual({ direction: 'right', offset: [2, 0] })
})

it('the name of a city west of the pin stands to its left where it would run beneath the pin', () => {
  expect(sideOfName('Казань', { x: -17, y: -6 })).toEqual({ direction: 'left', offset: [-2, 0] })
  expect(sideOfName('Петропавловск-Камчатский', { x: -120, y: -6 }).direction).toBe('left')
})

it('the name of a city that the pin covers begins beside the pin', () => {
  expect(sideOfName('Казань', { x: 0, y: 0 })).toEqual({ direction: 'right', offset: [12, 0] })
  expect(sideOfName('Казань', { x: -4, y: -20 })).toEqual({ direction: 'left', offset: [-8, 0] })
})
