import { organizationListSchema, promotionListSchema, tariffListSchema } from '@contract/catalogue'
import { cachedAsFixed } from '../../access/cache-rules'
import type { Routes } from '../../lib/routes'
import type { Catalogue } from './read-catalogue'

const tags = ['catalogue']

export function catalogueRoutes({ tariffs, organizations, promotions }: Catalogue): Routes {
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
