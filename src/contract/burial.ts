import { array, type InferType, mixed, number, object, string, ValidationError } from 'yup'
import { readCoordinates, writeCoordinates } from './coordinates'
import { parseNotation } from './coordinate-notation'
import { type Expected, expectedField } from './expected'
import { lineOfText, longText } from './fields'
import {
  ADDRESS_MAX_LENGTH,
  CEMETERY_MAX_LENGTH,
  COORDINATES_AS_SENT_MAX_LENGTH,
  PLOT_MAX_LENGTH,
  ROAD_LINE_MAX_LENGTH,
  ROAD_STEPS_MAX,
} from './limits'
import { readMapLink } from './map-link'
import { parsedJson } from './portrait-view'

export const BURIAL_LABELS = {
  burial_address: 'Адрес захоронения',
  cemetery: 'Кладбище',
  plot: 'Участок, ряд, место',
  burial_coordinates: 'Координаты',
  burial_photo_file: 'Фото',
} as const

export const BURIAL_EMPTY = 'Укажите адрес, координаты или добавьте фото.'
export const COORDINATES_INVALID = 'Укажите широту и долготу через запятую, например: 55.7558, 37.6173'

export const LINK_SHORTENED =
  'Короткая ссылка не говорит, где это место. Откройте ссылку и скопируйте полный адрес из строки браузера или координаты.'
export const LINK_WITHOUT_PLACE =
  'В этой ссылке нет координат. Подойдёт полная ссылка Яндекс Карт, 2ГИС, Google Карт или OpenStreetMap.'

/**
 * Turns anything that describes a place into 'latitude, longitude': coordinates in any notation, a link to a map. Other
 * text, and text that is too long to parse, is returned unchanged.
 */
export function cleanCoordinates(text: string): string {
  if (text.length > COORDINATES_AS_SENT_MAX_LENGTH) return text
  const spaced = text.replace(/(?<! ) *, */, ', ')
  if (readCoordinates(spaced)) return spaced
  const meaning = readMapLink(text) ?? parseNotation(text)
  return typeof meaning === 'object' ? writeCoordinates(meaning) : text
}

/** The texts of a burial place. */
export const BURIAL_TEXTS = ['burial_address', 'cemetery', 'plot', 'burial_coordinates'] as const

/** The editable texts of a burial place. Absent: unchanged; empty: cleared. */
export const burialDraftSchema = object({
  burial_address: address(),
  cemetery: lineOfText(BURIAL_LABELS.cemetery, CEMETERY_MAX_LENGTH),
  plot: lineOfText(BURIAL_LABELS.plot, PLOT_MAX_LENGTH),
  burial_coordinates: coordinates(),
})
export type BurialDraft = InferType<typeof burialDraftSchema>

export const ROAD_INVALID = 'Не получилось сохранить дорогу. Обновите страницу и попробуйте ещё раз.'
export const ROAD_LINE_LABEL = 'Подпись'

/**
 * The road to the grave as it shall be: its steps in order, by the ids of their photos; null stands for the photo that is sent.
 * `before` are the ids as the client read them.
 */
export const roadChangeSchema = object({
  before: array(string().required()).max(ROAD_STEPS_MAX, ROAD_INVALID).required(ROAD_INVALID),
  steps: array(
    object({
      id: string().nullable().defined(ROAD_INVALID),
      line: lineOfText(ROAD_LINE_LABEL, ROAD_LINE_MAX_LENGTH).default(''),
    }),
  )
    .max(ROAD_STEPS_MAX, `Фотографий дороги может быть не больше ${ROAD_STEPS_MAX}.`)
    .required(ROAD_INVALID),
})
export type RoadChange = InferType<typeof roadChangeSchema>

/** Checked first: a list of thousands would take long to validate. */
const ROAD_AS_SENT_MAX = 10 * ROAD_STEPS_MAX

function isShortRoad(value: unknown): value is RoadChange {
  if (typeof value !== 'object' || value === null) return false
  const { before, steps } = value as Record<string, unknown>
  return [before, steps].every((list) => Array.isArray(list) && list.length <= ROAD_AS_SENT_MAX)
}

/** The field `road` of a change: `RoadChange` as JSON text. */
function roadField() {
  return mixed<RoadChange>({ check: isShortRoad })
    .transform(parsedJson)
    .typeError(ROAD_INVALID)
    .test('road', (value, { createError }) => {
      if (value === undefined) return true
      try {
        roadChangeSchema.validateSync(value)
        return true
      } catch (error) {
        return createError({ message: error instanceof ValidationError ? error.message : ROAD_INVALID })
      }
    })
}

/** PATCH /burial/update/{id}, without the photos. */
export const burialChangeSchema = burialDraftSchema.shape({ expected: expectedField(BURIAL_TEXTS), road: roadField() })
export type BurialChange = InferType<typeof burialChangeSchema>
export type ExpectedOfBurial = Expected<(typeof BURIAL_TEXTS)[number]>

/** The same in the form: all fields, and the chosen photo. */
export const burialFormSchema = object({
  burial_address: address().default(''),
  cemetery: lineOfText(BURIAL_LABELS.cemetery, CEMETERY_MAX_LENGTH).default(''),
  plot: lineOfText(BURIAL_LABELS.plot, PLOT_MAX_LENGTH).default(''),
  burial_coordinates: coordinates().default(''),
  burial_photo_file: mixed<File>().nullable().default(null),
})
export type BurialForm = InferType<typeof burialFormSchema>

/** A photo on the way to a grave, with a line such as «от ворот налево, у голубой ограды». */
const roadStepSchema = object({
  id: string().required(),
  line: string().defined(),
  photo_path: string().required(),
  photo_width: number().integer().nullable().defined(),
  photo_height: number().integer().nullable().defined(),
})
export type RoadStep = InferType<typeof roadStepSchema>

/**
 * Where a person is buried. `burial_coordinates` is 'latitude, longitude' in decimal degrees. Copies of earlier versions on a
 * device have no `road`.
 */
export const burialSchema = object({
  id: number().integer().required(),
  memorial_id: number().integer().required(),
  burial_address: string().nullable().defined(),
  cemetery: string().nullable().defined(),
  plot: string().nullable().defined(),
  burial_coordinates: string().nullable().defined(),
  photo_path: string().nullable().defined(),
  photo_width: number().integer().nullable().defined(),
  photo_height: number().integer().nullable().defined(),
  road: array(roadStepSchema).optional(),
})
export type Burial = InferType<typeof burialSchema>

/** The known address, cemetery and plot, in the order of a search for the grave. */
export function burialInWords({
  burial_address,
  cemetery,
  plot,
}: Pick<Burial, 'burial_address' | 'cemetery' | 'plot'>): string[] {
  return [burial_address, cemetery, plot].flatMap((part) => part || [])
}

function address() {
  return longText(BURIAL_LABELS.burial_address, ADDRESS_MAX_LENGTH)
}

function coordinates() {
  return lineOfText(BURIAL_LABELS.burial_coordinates, COORDINATES_AS_SENT_MAX_LENGTH, { asSentFactor: 1 })
    .transform((text: unknown) => (typeof text === 'string' ? cleanCoordinates(text) : text))
    .test('coordinates', (text, { createError }) => {
      if (!text || readCoordinates(text) !== undefined) return true
      return createError({ message: coordinatesProblem(text) })
    })
}

function coordinatesProblem(text: string): string {
  const meaning = readMapLink(text)
  if (meaning === 'shortened') return LINK_SHORTENED
  return meaning === 'nothing' ? LINK_WITHOUT_PLACE : COORDINATES_INVALID
}
