import { foundPlacesSchema, geocodingQuerySchema } from '@contract/geocoding'
import { verifiedOnly } from '../../access/account'
import type { Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import { createGeocoderService, type GeocoderService } from './service'

export function geocoderFeature(context: FeatureContext): Feature {
  return { api: [geocoderRoutes(createGeocoderService(context))] }
}

function geocoderRoutes(geocoder: GeocoderService): Routes {
  return (api) => {
    api.get(
      '/geocode',
      {
        onRequest: verifiedOnly,
        schema: {
          tags: ['burial'],
          summary: 'Find an address on the map',
          querystring: geocodingQuerySchema,
          response: { 200: foundPlacesSchema },
        },
      },
      async (request) => ({ result: await geocoder.find(request.requireVerified(), request.query.q) }),
    )
  }
}
