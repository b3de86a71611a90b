import { PLATE_MEDIA_TYPES, type PlateChoice } from '@contract/plate'
import { dataUrlOf } from '@client/lib/save-file'
import { api, idTag } from './api'

/** Apart from the other downloads: it loads the schema of its options, which no reader needs. */
const plateApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The QR code of a page for print, as a `data:` URL. */
    getPlate: build.query<string, { memorialId: number; choice: PlateChoice }>({
      query: ({ memorialId, choice }) => ({
        url: `memorial/${memorialId}/qrcode`,
        params: choice,
        memorialId,
        ignoreUnauthorized: true,
        responseHandler: async (response): Promise<unknown> =>
          response.ok ? dataUrlOf(await response.arrayBuffer(), PLATE_MEDIA_TYPES[choice.format]) : response.json(),
      }),
      providesTags: (_plate, _error, { memorialId }) => [idTag('Memorial', memorialId)],
    }),
  }),
})

export const { useGetPlateQuery, useLazyGetPlateQuery } = plateApi
