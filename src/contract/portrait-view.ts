import './locale'
import { mixed, number, object } from 'yup'
import { wholeNumber } from './fields'

/** The visible area of a rotated picture, in fractions of its width and height. */
export interface PictureCrop {
  x: number
  y: number
  width: number
  height: number
}

/** Degrees clockwise. */
export const PICTURE_TURNS = [0, 90, 180, 270] as const
export type PictureTurn = (typeof PICTURE_TURNS)[number]

/** The view of a portrait: the upright original is first rotated, then cropped. Null shows all of it. */
export interface PortraitView {
  rotate: PictureTurn
  crop: PictureCrop | null
}

export const WHOLE_PORTRAIT: PortraitView = { rotate: 0, crop: null }

export const TURN_INVALID = 'Фото можно повернуть на 0, 90, 180 или 270 градусов.'
export const CROP_INVALID = 'Часть фото указана неверно. Пожалуйста, выберите её ещё раз.'

/** The minimum share of each side: less is a slip of the finger, and shows no face. */
const CROP_MIN = 0.02
/** The tolerance for fractions that a browser computed. */
const ROUNDING = 1e-6

const fraction = () => number().strict().required().min(0).max(1)
export const pictureCropSchema = object({
  x: fraction(),
  y: fraction(),
  width: fraction(),
  height: fraction(),
}).strict()

/** The form fields of a portrait's view. Absent: unchanged; an empty crop shows all of it. */
export const portraitViewFields = {
  rotate: wholeNumber(0).oneOf([...PICTURE_TURNS, undefined], TURN_INVALID),
  crop: mixed<PictureCrop>({ check: (value): value is PictureCrop => pictureCropSchema.isValidSync(value) })
    .transform((value: unknown) => (value === '' ? null : parsedJson(value)))
    .nullable()
    .typeError(CROP_INVALID)
    .test('within', CROP_INVALID, (crop) => !crop || isWithin(crop)),
}

export function isWholePortrait({ rotate, crop }: PortraitView): boolean {
  return rotate === 0 && crop === null
}

export function isSameView(one: PortraitView, other: PortraitView): boolean {
  const cropOf = ({ crop }: PortraitView) => crop && [crop.x, crop.y, crop.width, crop.height].join()
  return one.rotate === other.rotate && cropOf(one) === cropOf(other)
}

function isWithin({ x, y, width, height }: PictureCrop): boolean {
  return Math.min(width, height) >= CROP_MIN && x + width <= 1 + ROUNDING && y + height <= 1 + ROUNDING
}

/** Parses JSON text; returns anything else unchanged. */
export function parsedJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}
