import { organizationListSchema, promotionListSchema, tariffListSchema } from '@contract/catalogue'
import { cachedAsFixed } from '../../access/cache-rules'
import type { Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import type { Catalogue } from './read-catalogue'

export function catalogueFeature({ catalogue }: FeatureContext): Feature {
  return { api: [catalogueRoutes(catalogue)] }
}

const tags = ['catalogue']

function catalogueRoutes({ tariffs, organizations, promotions }: Catalogue): Routes {
  return (api) => {
    api.get(
      '/tariffs',
      { config: cachedAsFixed, schema: { tags, summary: 'The tariffs', response: { 200: tariffListSchema } } },
      async () => ({ result: tariffs }),
    )

    api.get(
      '/organizations',
      {
        config: cachedAsFixed,
        schema: { tags, summary: 'Cooperating organizations', response: { 200: organizationListSchema } },
      },
      async () => ({ result: organizations }),
    )

    api.get(
      '/promo/active',
      {
        config: cachedAsFixed,
        schema: { tags, summary: 'Promotions under way', response: { 200: promotionListSchema } },
      },
      async () => ({ result: promotions }),
    )
  }
}
