import { burialDraftSchema, burialFormSchema, COORDINATES_INVALID, writeCoordinates } from '@contract/burial'

const typed = (burial_coordinates: string) => burialFormSchema.validateSync({ burial_coordinates }).burial_coordinates

it.each([
  ['55.7558, 37.6173', '55.7558, 37.6173'],
  ['55.7558,37.6173', '55.7558, 37.6173'],
  [' 55.7558 37.6173 ', '55.7558, 37.6173'],
  ['55.7558; 37.6173', '55.7558, 37.6173'],
  ['55,7558 37,6173', '55.7558, 37.6173'],
  ['55,7558, 37,6173', '55.7558, 37.6173'],
  ['55.7558° 37.6173°', '55.7558, 37.6173'],
  ['−54.8, −68.3', '-54.8, -68.3'],
  ['55, 37', '55, 37'],
  ['', ''],
])('reads coordinates as people write them: %p', (text, stored) => {
  expect(typed(text)).toBe(stored)
})

it.each(['55.7558', 'Москва', '91, 37', '55, 181', '55.7558, 37.6173, 12', 'N55 E37'])('refuses %p', (text) => {
  expect(() => typed(text)).toThrow(COORDINATES_INVALID)
})

it.each(['55.7558,37.6173', '55.7558 , 37.6173', '55.7558   ,   37.6173'])(
  'minds no spaces around the comma on the wire: %p',
  (burial_coordinates) => {
    expect(burialDraftSchema.validateSync({ burial_coordinates })).toEqual({ burial_coordinates: '55.7558, 37.6173' })
  },
)

it('leaves the wire as strict as it was', () => {
  expect(() => burialDraftSchema.validateSync({ burial_coordinates: '55,7558 37,6173' })).toThrow(COORDINATES_INVALID)
})

it.each([
  [55.75581234, 37.6173, '55.755812, 37.6173'],
  [0.0000001, -0, '0, 0'],
  [10, 190, '10, -170'],
  [10, -530.5, '10, -170.5'],
])('writes a point of the map, %p and %p, as it is stored', (latitude, longitude, stored) => {
  const written = writeCoordinates({ latitude, longitude })
  expect(written).toBe(stored)
  expect(typed(written)).toBe(stored)
})
