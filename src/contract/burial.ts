import { type InferType, mixed, number, object, string } from 'yup'
import { lineOfText, longText } from './fields'
import { ADDRESS_MAX_LENGTH } from './limits'

export const BURIAL_LABELS = {
  burial_address: 'Адрес захоронения',
  burial_coordinates: 'Координаты',
  burial_photo_file: 'Фото',
} as const

export const BURIAL_EMPTY = 'Укажите адрес, координаты или добавьте фото.'
export const COORDINATES_INVALID = 'Укажите широту и долготу через запятую, например: 55.7558, 37.6173'

const COORDINATES_MAX_LENGTH = 64
const COORDINATES = /^(-?\d{1,3}(?:\.\d{1,15})?), (-?\d{1,3}(?:\.\d{1,15})?)$/
const COORDINATES_AS_WRITTEN = /^([-−]?\d+(?:[.,]\d+)?) ?°?(?: *[,;] *| +)([-−]?\d+(?:[.,]\d+)?) ?°?$/
const DEGREE_DIGITS = 6
const LATITUDE_MAX = 90
const LONGITUDE_MAX = 180

/** A point on the map, in decimal degrees. */
export interface Coordinates {
  latitude: number
  longitude: number
}

/** Parses the stored 'latitude, longitude'; undefined when it is no valid point. */
export function readCoordinates(text: string): Coordinates | undefined {
  const [, latitude, longitude] = COORDINATES.exec(text)?.map(Number) ?? []
  if (latitude === undefined || longitude === undefined) return undefined
  if (Math.abs(latitude) > LATITUDE_MAX || Math.abs(longitude) > LONGITUDE_MAX) return undefined
  return { latitude, longitude }
}

/** Formats a point for storage, to about ten centimetres. Longitudes beyond the date line are wrapped. */
export function writeCoordinates({ latitude, longitude }: Coordinates): string {
  const wrapped = ((((longitude + LONGITUDE_MAX) % 360) + 360) % 360) - LONGITUDE_MAX
  return [latitude, wrapped].map((degrees) => String(Number(degrees.toFixed(DEGREE_DIGITS)))).join(', ')
}

/** Normalises coordinates as people type or copy them: '55,7558 37,6173', '55.7558°;37.6173°'. Other text stays as it is. */
export function cleanCoordinates(text: string): string {
  const [, latitude, longitude] = COORDINATES_AS_WRITTEN.exec(text) ?? []
  if (latitude === undefined || longitude === undefined) return text
  return [latitude, longitude].map((degrees) => degrees.replace(',', '.').replace('−', '-')).join(', ')
}

/** What an owner may write about a burial place. Absent: unchanged; empty: cleared. */
export const burialDraftSchema = object({
  burial_address: address(),
  burial_coordinates: coordinates((text) => text.replace(/(?<! ) *, */, ', ')),
})
export type BurialDraft = InferType<typeof burialDraftSchema>

/** The same in the form: all fields, coordinates in any common notation, and the chosen photo. */
export const burialFormSchema = object({
  burial_address: address().default(''),
  burial_coordinates: coordinates(cleanCoordinates).default(''),
  burial_photo_file: mixed<File>().nullable().default(null),
})
export type BurialForm = InferType<typeof burialFormSchema>

/** Where a person is buried. `burial_coordinates` is 'latitude, longitude' in decimal degrees. */
export const burialSchema = object({
  id: number().integer().required(),
  memorial_id: number().integer().required(),
  burial_address: string().nullable().defined(),
  burial_coordinates: string().nullable().defined(),
  photo_path: string().nullable().defined(),
  photo_width: number().integer().nullable().defined(),
  photo_height: number().integer().nullable().defined(),
})
export type Burial = InferType<typeof burialSchema>

function address() {
  return longText(BURIAL_LABELS.burial_address, ADDRESS_MAX_LENGTH)
}

function coordinates(clean: (text: string) => string) {
  return lineOfText(BURIAL_LABELS.burial_coordinates, COORDINATES_MAX_LENGTH)
    .transform((text: unknown) => (typeof text === 'string' ? clean(text) : text))
    .test('coordinates', COORDINATES_INVALID, (text) => !text || readCoordinates(text) !== undefined)
}
