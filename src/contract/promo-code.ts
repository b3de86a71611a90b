import { type InferType, object, string } from 'yup'
import { lineOfText, REQUIRED } from './fields'

export const PROMO_CODE_LABEL = 'Промокод'
const PROMO_CODE_MAX_LENGTH = 64

/** POST /promo-codes/apply: trimmed and upper-cased, as the form sends it. */
export const promoCodeEntrySchema = object({
  code: lineOfText(PROMO_CODE_LABEL, PROMO_CODE_MAX_LENGTH)
    .transform((code: unknown) => (typeof code === 'string' ? code.toUpperCase() : code))
    .required(REQUIRED(PROMO_CODE_LABEL)),
})
export type PromoCodeEntry = InferType<typeof promoCodeEntrySchema>

export const appliedPromoCodeSchema = object({ tariff_title: string().required() })
export type AppliedPromoCode = InferType<typeof appliedPromoCodeSchema>
