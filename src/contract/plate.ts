import { boolean, type InferType, object, string } from 'yup'
import { wholeNumber } from './fields'

/** The QR code of a page as a file for print and engraving, alone or with the name below. */

export const PLATE_FORMATS = ['png', 'svg', 'pdf'] as const
export type PlateFormat = (typeof PLATE_FORMATS)[number]

/** `dark`: dark on light. `light`: light on dark, like an engraving in dark granite. */
export const PLATE_TONES = ['dark', 'light'] as const
export type PlateTone = (typeof PLATE_TONES)[number]

/** The width of the code with its empty border, in millimetres. Smaller codes do not scan reliably. */
export const PLATE_SIZE_MIN_MM = 30
export const PLATE_SIZE_MAX_MM = 300
export const PLATE_SIZE_MM = 60

const PLATE_FORMAT_UNKNOWN = 'Неизвестный вид файла'
const PLATE_TONE_UNKNOWN = 'Неизвестный тон'

export const PLATE_MEDIA_TYPES: Record<PlateFormat, string> = {
  png: 'image/png',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
}

/**
 * GET /memorial/{id}/qrcode. Without any of these parameters the response is a PNG for displays; with one of them it is
 * a file for print, where the others default to `PLATE_DEFAULTS`.
 */
export const qrCodeQuerySchema = object({
  format: string().oneOf(PLATE_FORMATS, PLATE_FORMAT_UNKNOWN),
  size_mm: wholeNumber(PLATE_SIZE_MIN_MM, PLATE_SIZE_MAX_MM),
  plate: boolean(),
  tone: string().oneOf(PLATE_TONES, PLATE_TONE_UNKNOWN),
})
export type QrCodeQuery = InferType<typeof qrCodeQuerySchema>

/** The complete options of a file for print. */
export type PlateChoice = Required<QrCodeQuery>

export const PLATE_DEFAULTS: PlateChoice = { format: 'png', size_mm: PLATE_SIZE_MM, plate: false, tone: 'dark' }

/** For a plate on a sheet of many: two of the largest fit side by side on A4. */
const SHEET_PLATE_MAX_MM = 100

/** The maximum number of plates per file: more would take minutes to create, and to open. */
export const PLATES_OF_FILE_MAX = 1000
const PARTS_MAX = 1_000_000

/** GET /memorial/my_memorials/plates. If there are several files, `part` selects one, starting at 1. */
export const plateSheetQuerySchema = object({
  part: wholeNumber(1, PARTS_MAX).default(1),
  size_mm: wholeNumber(PLATE_SIZE_MIN_MM, SHEET_PLATE_MAX_MM).default(PLATE_SIZE_MM),
})
