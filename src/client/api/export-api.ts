import type { Exported } from '@contract/export'
import { downloadFile } from '@client/lib/save-file'
import { useToast } from '@client/ui/toasts'
import { api, type NoArgument } from './api'
import { errorText } from './errors'

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

const BEGUN = 'Скачивание началось. Большой архив может скачиваться долго.'
const FAILED = 'Не удалось начать скачивание. Пожалуйста, попробуйте ещё раз.'

/** Requests the URL of an archive, and lets the browser download it. Shows the result in a toast. */
export function useDownload(): (ask: () => { unwrap: () => Promise<Exported> }) => Promise<void> {
  const toast = useToast()
  return async (ask) => {
    try {
      const { download_path: url } = await ask().unwrap()
      downloadFile(url)
      toast.success(BEGUN)
    } catch (error) {
      toast.error(errorText(error, { fallback: FAILED }))
    }
  }
}
