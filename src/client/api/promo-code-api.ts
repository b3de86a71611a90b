import type { AppliedPromoCode, PromoCodeEntry } from '@contract/promo-code'
import { api } from './api'
import { idTag } from './tags'

export const promoCodeApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Adds the credits of the code's tariff to the account. */
    applyPromoCode: build.mutation<AppliedPromoCode, PromoCodeEntry>({
      query: (entry) => ({ url: 'promo-codes/apply', method: 'POST', body: entry }),
      invalidatesTags: (_applied, error) => (error ? [] : [idTag('User', 'me')]),
    }),
  }),
})

export const { useApplyPromoCodeMutation } = promoCodeApi
