import { appliedPromoCodeSchema, promoCodeEntrySchema } from '@contract/promo-code'
import { verifiedOnly } from '../../access/account'
import type { Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import { createPromoCodeService, type PromoCodeService } from './service'

export function promoCodesFeature(context: FeatureContext): Feature {
  return { api: [promoCodeRoutes(createPromoCodeService(context))] }
}

function promoCodeRoutes(promoCodes: PromoCodeService): Routes {
  return (api) => {
    api.post(
      '/promo-codes/apply',
      {
        onRequest: verifiedOnly,
        schema: {
          tags: ['promo codes'],
          summary: 'Use a promo code',
          body: promoCodeEntrySchema,
          response: { 200: appliedPromoCodeSchema },
        },
      },
      (request) => promoCodes.apply(request.requireVerified(), request.body.code),
    )
  }
}
