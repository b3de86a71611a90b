import { array, type InferType, number, object, string } from 'yup'

/** The operator's offers: files of the catalogue, read when the server starts. */

const TARIFF_TYPES = ['base', 'advanced', 'upgrade', 'storage'] as const

/** `storage_limit` is in MB, `price` in rubles. */
export const tariffSchema = object({
  id: number().integer().required(),
  type: string().oneOf(TARIFF_TYPES).required(),
  title: string().required(),
  description: string().required(),
  features: array(string().required()).required(),
  storage_limit: number().integer().min(0).required(),
  price: number().min(0).required(),
})
export type Tariff = InferType<typeof tariffSchema>

/** An organization that cooperates with the operator. */
export const organizationSchema = object({
  id: number().integer().required(),
  name: string().required(),
  address: string().nullable().defined(),
  phone: string().nullable().defined(),
  website: string().nullable().defined(),
})
export type Organization = InferType<typeof organizationSchema>

/** A promotion on the landing page. */
export const promotionSchema = object({
  id: number().integer().required(),
  title: string().required(),
  description: string().required(),
  image_url: string().nullable().defined(),
  link: string().nullable().defined(),
})
export type Promotion = InferType<typeof promotionSchema>

/** A code that grants an account a tariff. It never leaves the server. */
export const promoCodeSchema = object({
  code: string().uppercase().trim().required(),
  tariff_id: number().integer().required(),
})
export type PromoCode = InferType<typeof promoCodeSchema>

export const tariffListSchema = object({ result: array(tariffSchema).required() })
export const organizationListSchema = object({ result: array(organizationSchema).required() })
export const promotionListSchema = object({ result: array(promotionSchema).required() })
