import { array, boolean, type InferType, number, object, string } from 'yup'
import { givenConsentSchema } from './consent'
import { revisionSchema } from './history'
import { KEEPER_ROLES, PRECISIONS } from './memorial-terms'
import { EXPORTS_BASE_PATH } from './paths'
import { storySchema } from './questions'
import { RELATION_KINDS } from './relations'

/** POST /memorial/{id}/export, POST /users/me/export: the URL of a ZIP archive, root-relative. */
export const exportedSchema = object({ download_path: string().required() })
export type Exported = InferType<typeof exportedSchema>

/** Replaces the id of a memorial in the URL of an account's archive. */
export const ALL_PAGES = 'all'

export function exportPath(accountId: number, what: number | typeof ALL_PAGES): string {
  return `${EXPORTS_BASE_PATH}/${accountId}/${what}`
}

/** The first entries of data.json. The version grows when a field changes its meaning, not when one is added. */
export const EXPORTED_PAGE_FORMAT = 'pomnim-memorial'
export const EXPORTED_PAGE_VERSION = 1

/**
 * A file of the archive: its path relative to the folder of data.json, with slashes, and its size in bytes. The archive
 * itself has a checksum of each.
 */
const exportedFile = { file: string().required(), size: number().integer().required() }
const exportedFileSchema = object(exportedFile)
export type ExportedFile = InferType<typeof exportedFileSchema>

const text = () => string().nullable().defined()
const precision = () => string().oneOf(PRECISIONS).required()
const pixels = () => number().integer().nullable().defined()

/** A photo or a recording as stored, with the texts of its keepers. */
const exportedItemSchema = object({
  ...exportedFile,
  description: text(),
  date_text: text(),
  people: text(),
  width: pixels(),
  height: pixels(),
  /** Seconds. */
  duration: number().nullable().defined(),
  /** For a film: its poster, and a copy for browsers that cannot play the film itself. */
  poster: exportedFileSchema.optional(),
  copy: exportedFileSchema.optional(),
  added_at: string().required(),
})
export type ExportedItem = InferType<typeof exportedItemSchema>

/** A voice, with a copy for browsers that cannot play it, its length in seconds, its text, and its wave. */
const exportedVoiceSchema = exportedFileSchema.shape({
  copy: exportedFileSchema.optional(),
  duration: number().nullable().defined(),
  text: text(),
  peaks: string().nullable(),
})

/** An approved memory. Contains no email address. */
const exportedMemorySchema = object({
  author: string().required(),
  /** Empty where there is nothing but a voice. */
  text: string().defined(),
  reply: text(),
  photo: exportedFileSchema.optional(),
  voice: exportedVoiceSchema.optional().default(undefined),
  written_at: string().required(),
})
export type ExportedMemory = InferType<typeof exportedMemorySchema>

/** An approved story, as in GET /memorial/{id}/stories: the photos and the voice are files of the archive. */
const exportedStorySchema = storySchema.shape({
  voice: exportedVoiceSchema.nullable().defined(),
  photos: array(object({ ...exportedFile, width: pixels(), height: pixels() })).required(),
})
export type ExportedStory = InferType<typeof exportedStorySchema>

/** The relation of a person on another page of the same archive. `id` is that page's `memorial.id`. */
export const exportedRelationSchema = object({
  id: number().integer().required(),
  kind: string().oneOf(RELATION_KINDS).required(),
})
export type ExportedRelation = InferType<typeof exportedRelationSchema>

/** data.json: an exported page. Days are `YYYY-MM-DD`, instants ISO 8601 in UTC. */
export const exportedPageSchema = object({
  format: string().oneOf([EXPORTED_PAGE_FORMAT]).required(),
  version: number().integer().required(),
  /** The URL of the page, and the instant of the export. */
  address: string().required(),
  taken_at: string().required(),
  memorial: object({
    id: number().integer().required(),
    role: string().oneOf(KEEPER_ROLES).required(),
    lastname: string().defined(),
    name: string().defined(),
    surname: text(),
    maiden_name: text(),
    birth_date: text(),
    birth_precision: precision(),
    death_date: text(),
    death_precision: precision(),
    biography: text(),
    public_status: boolean().required(),
    swo_status: boolean().required(),
    indexable: boolean().required(),
    created_at: string().required(),
  }).required(),
  /** `original` is the whole picture, if the portrait is rotated or cropped. */
  portrait: object({
    ...exportedFile,
    original: exportedFileSchema.optional(),
    rotate: number().oneOf([0, 90, 180, 270]).required(),
    /** Fractions of the rotated picture. */
    crop: object({
      x: number().required(),
      y: number().required(),
      width: number().required(),
      height: number().required(),
    }).nullable(),
  }).nullable(),
  burial: object({
    burial_address: text(),
    cemetery: text(),
    plot: text(),
    /** 'latitude, longitude' in decimal degrees. */
    burial_coordinates: text(),
    photo: exportedFileSchema.optional(),
    /** The photos on the way to the grave, in order. Absent in archives from before there were any. */
    road: array(exportedFileSchema.shape({ line: string().defined() })).optional(),
  }).nullable(),
  photos: array(exportedItemSchema).required(),
  audios: array(exportedItemSchema).required(),
  videos: array(exportedItemSchema).required(),
  words: array(exportedMemorySchema).required(),
  /** In the order of the keepers. Absent in archives from before there were any. */
  stories: array(exportedStorySchema).optional(),
  /** Absent in archives from before relations existed. */
  relations: array(exportedRelationSchema).optional(),
  /** What its keepers changed, newest first: at most 10 000 changes and 8 MB, of so many in all. An import leaves them out. */
  history: array(revisionSchema).optional(),
  history_total: number().integer().optional(),
})
export type ExportedPage = InferType<typeof exportedPageSchema>

/**
 * In the archive of an account, next to the folders of its pages. Archives of single pages contain nothing about the
 * account.
 */
export const ACCOUNT_FILE = 'account.json'
/** The first entries of account.json; the version follows the same rule as in data.json. */
export const EXPORTED_ACCOUNT_FORMAT = 'pomnim-account'
export const EXPORTED_ACCOUNT_VERSION = 1

/** account.json: the account itself, and its consents, as in GET /users/me/consents. */
export const exportedAccountSchema = object({
  format: string().oneOf([EXPORTED_ACCOUNT_FORMAT]).required(),
  version: number().integer().required(),
  /** The instant of the export. */
  taken_at: string().required(),
  email: string().required(),
  display_name: text(),
  created_at: string().required(),
  consents: array(givenConsentSchema).required(),
})
export type ExportedAccount = InferType<typeof exportedAccountSchema>
