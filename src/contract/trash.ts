import { array, boolean, type InferType, number, object, string } from 'yup'
import { MEMORY_STATUSES } from './memory'
import { PRECISIONS } from './memorial-terms'

/** `?keep=true` of a delete call: moves to the trash, from which the item can be restored for a while. */
export const keepQuerySchema = object({ keep: boolean().default(false) })

/** Instants: when it was moved to the trash, and when it is destroyed. */
const trashed = {
  id: number().integer().required(),
  deleted_at: string().required(),
  destroyed_at: string().required(),
}

/**
 * GET /memorial/trash. `photo_preview` is a tiny picture as a `data:` URL, because files in the trash are not served.
 */
export const trashedMemorialSchema = object({
  ...trashed,
  lastname: string().defined(),
  name: string().defined(),
  surname: string().nullable().defined(),
  birth_date: string().nullable().defined(),
  birth_precision: string().oneOf(PRECISIONS).required(),
  death_date: string().nullable().defined(),
  death_precision: string().oneOf(PRECISIONS).required(),
  photo_preview: string().nullable().defined(),
})
export type TrashedMemorial = InferType<typeof trashedMemorialSchema>
export const trashedMemorialsSchema = object({ result: array(trashedMemorialSchema).required() })

/** POST /memorial/return. */
export const returnedMemorialSchema = object({ id: number().integer().required() })
export type ReturnedMemorial = InferType<typeof returnedMemorialSchema>

/** A photo or a recording in the trash. `size_bytes` counts toward the storage until it is destroyed. */
export const trashedItemSchema = object({
  ...trashed,
  description: string().nullable().defined(),
  date_text: string().nullable().defined(),
  people: string().nullable().defined(),
  preview: string().nullable().defined(),
  width: number().integer().nullable().defined(),
  height: number().integer().nullable().defined(),
  duration: number().nullable().defined(),
  size_bytes: number().integer().required(),
})
export type TrashedItem = InferType<typeof trashedItemSchema>
export const trashedItemsSchema = object({ result: array(trashedItemSchema).required() })

/**
 * A memory in the trash. `status` is its status after restoring; `photo_preview` a tiny picture as a `data:` URL,
 * because files in the trash are not served.
 */
export const trashedMemorySchema = object({
  ...trashed,
  author: string().required(),
  description: string().defined(),
  status: string().oneOf(MEMORY_STATUSES).required(),
  photo_preview: string().nullable().defined(),
  has_voice: boolean().required(),
  created_at: string().required(),
})
export type TrashedMemory = InferType<typeof trashedMemorySchema>
export const trashedMemoriesSchema = object({ result: array(trashedMemorySchema).required() })
