import type { Exported } from '@contract/export'
import { api, type NoArgument } from './api'

export const exportApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The URL of a page's archive. */
    exportMemorial: build.mutation<Exported, number>({
      query: (memorialId) => ({ url: `memorial/${memorialId}/export`, method: 'POST' }),
    }),

    /** The same for all pages that the account owns or keeps. */
    exportAll: build.mutation<Exported, NoArgument>({
      query: () => ({ url: 'users/me/export', method: 'POST' }),
    }),
  }),
})

export const { useExportMemorialMutation, useExportAllMutation } = exportApi
