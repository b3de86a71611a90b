import { array, type InferType, number, object, string } from 'yup'
import { wholeNumber } from './fields'
import { ID_MAX, MEMORIES_PAGE_SIZE, PAGE_SIZE_MAX } from './limits'

/** Words of memory as everyone reads them; `created_at` is an instant (ISO 8601, UTC). */
export const memorySchema = object({
  id: number().integer().required(),
  memorials_id: number().integer().required(),
  description: string().required(),
  author: string().required(),
  created_at: string().required(),
})
export type Memory = InferType<typeof memorySchema>

export const memoryPageSchema = object({
  result: array(memorySchema).required(),
  total: number().integer().required(),
})
export type MemoryPage = InferType<typeof memoryPageSchema>

/** GET /memories/all. */
export const memoryListQuerySchema = object({
  memorial_id: wholeNumber(1, ID_MAX).required('Не указан мемориал'),
  offset: wholeNumber(0).default(0),
  limit: wholeNumber(1, PAGE_SIZE_MAX).default(MEMORIES_PAGE_SIZE),
})
