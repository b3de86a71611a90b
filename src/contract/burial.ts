import { type InferType, number, object, string } from 'yup'

/** Where a person is buried. `burial_coordinates` is 'latitude, longitude' in decimal degrees. */
export const burialSchema = object({
  id: number().integer().required(),
  memorial_id: number().integer().required(),
  burial_address: string().nullable().defined(),
  burial_coordinates: string().nullable().defined(),
  photo_path: string().nullable().defined(),
})
export type Burial = InferType<typeof burialSchema>
