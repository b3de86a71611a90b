import { burialDraftSchema, burialFormSchema, burialInWords, COORDINATES_INVALID } from '@contract/burial'
import { writeCoordinates } from '@contract/coordinates'

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

it.each(['55.7558', 'Москва', '91, 37', '55, 181', '55.7558, 37.6173, 12', '55,37,12'])('refuses %p', (text) => {
  expect(() => typed(text)).toThrow(COORDINATES_INVALID)
})

it.each(['55.7558,37.6173', '55.7558 , 37.6173', '55.7558   ,   37.6173'])(
  'minds no spaces around the comma on the wire: %p',
  (burial_coordinates) => {
    expect(burialDraftSchema.validateSync({ burial_coordinates })).toEqual({ burial_coordinates: '55.7558, 37.6173' })
  },
)

it('understands on the wire what the form understands', () => {
  const burial_coordinates = '55,7558 37,6173'
  expect(burialDraftSchema.validateSync({ burial_coordinates })).toEqual({ burial_coordinates: '55.7558, 37.6173' })
})

it.each(['cemetery', 'plot'] as const)('takes a %s of 200 characters on one line, and not one more', (field) => {
  expect(burialDraftSchema.validateSync({ [field]: 'Новое\nместо' })).toEqual({ [field]: 'Новое место' })
  expect(burialDraftSchema.validateSync({ [field]: 'я'.repeat(200) })).toEqual({ [field]: 'я'.repeat(200) })
  expect(() => burialDraftSchema.validateSync({ [field]: 'я'.repeat(201) })).toThrow('не более 200 символов')
})

it('names what is known of a place in the order in which one looks for it', () => {
  const burial = { burial_address: 'Тверь', cemetery: null, plot: 'Участок 12' }
  expect(burialInWords(burial)).toEqual(['Тверь', 'Участок 12'])
})

it.each([
  [55.75581234, 37.6173, '55.7558123, 37.6173'],
  [55.1234567, -37.7654321, '55.1234567, -37.7654321'],
  [0.00000001, -0, '0, 0'],
  [90, 180, '90, 180'],
  [10, 190, '10, -170'],
  [10, -530.5, '10, -170.5'],
])('writes a point of the map, %p and %p, as it is stored', (latitude, longitude, stored) => {
  const written = writeCoordinates({ latitude, longitude })
  expect(written).toBe(stored)
  expect(typed(written)).toBe(stored)
})
