import { boolean, type InferType, object, string } from 'yup'
import { wholeNumber } from './fields'

/** The QR code of a page as a file for print and engraving, alone or with the name beneath. */

export const PLATE_FORMATS = ['png', 'svg', 'pdf'] as const
export type PlateFormat = (typeof PLATE_FORMATS)[number]

/** `dark`: dark on a light ground. `light`: light on a dark ground, as what is engraved into dark granite looks. */
export const PLATE_TONES = ['dark', 'light'] as const
export type PlateTone = (typeof PLATE_TONES)[number]

/** The width of the code with its empty border, in millimetres. Smaller codes are not read reliably. */
export const PLATE_SIZE_MIN_MM = 30
export const PLATE_SIZE_MAX_MM = 300
export const PLATE_SIZE_MM = 60

export const PLATE_FORMAT_UNKNOWN = 'Неизвестный вид файла'
export const PLATE_TONE_UNKNOWN = 'Неизвестный тон'

export const PLATE_MEDIA_TYPES: Record<PlateFormat, string> = {
  png: 'image/png',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
}

/**
 * GET /memorial/{id}/qrcode. Without any of these the answer is a PNG for screens; with one of them it is a file for print,
 * where the others have the values of `PLATE_DEFAULTS`.
 */
export const qrCodeQuerySchema = object({
  format: string().oneOf(PLATE_FORMATS, PLATE_FORMAT_UNKNOWN),
  size_mm: wholeNumber(PLATE_SIZE_MIN_MM, PLATE_SIZE_MAX_MM),
  plate: boolean(),
  tone: string().oneOf(PLATE_TONES, PLATE_TONE_UNKNOWN),
})
export type QrCodeQuery = InferType<typeof qrCodeQuerySchema>

/** A file for print: all that is to be known of it. */
export type PlateChoice = Required<QrCodeQuery>

export const PLATE_DEFAULTS: PlateChoice = { format: 'png', size_mm: PLATE_SIZE_MM, plate: false, tone: 'dark' }

/** Of a plate on a sheet of many: two of the largest fit side by side on A4. */
export const SHEET_PLATE_MAX_MM = 100

/** Plates of one file: more would take minutes to make, and to open. */
export const PLATES_OF_FILE_MAX = 1000
const PARTS_MAX = 1_000_000

/** GET /memorial/my_memorials/plates. Of more pages than a file holds `part` names one of the files, from 1. */
export const plateSheetQuerySchema = object({
  part: wholeNumber(1, PARTS_MAX).default(1),
  size_mm: wholeNumber(PLATE_SIZE_MIN_MM, SHEET_PLATE_MAX_MM).default(PLATE_SIZE_MM),
})
