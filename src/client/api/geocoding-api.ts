import type { FoundPlace } from '@contract/geocoding'
import { api } from './api'

const geocodingApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The places that the server's geocoder finds for an address, most likely first. */
    findPlaces: build.query<FoundPlace[], string>({
      query: (address) => ({ url: 'geocode', params: { q: address } }),
      transformResponse: ({ result }: { result: FoundPlace[] }) => result,
    }),
  }),
})

export const { useLazyFindPlacesQuery } = geocodingApi
