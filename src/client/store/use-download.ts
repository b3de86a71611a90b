import { errorText } from '@client/api/errors'
import type { Exported } from '@contract/export'
import { downloadFile } from '@client/lib/save-file'
import { useToast } from '@client/ui/toasts'

const BEGUN = 'Скачивание началось. Большой архив может скачиваться долго.'
const FAILED = 'Не удалось начать скачивание. Пожалуйста, попробуйте ещё раз.'

/** Requests the URL of an archive, and lets the browser download it. Shows the result in a toast. */
export function useDownload(): (ask: () => { unwrap: () => Promise<Exported> }) => Promise<void> {
  const toast = useToast()
  return async (ask) => {
    try {
      const { download_path: address } = await ask().unwrap()
      downloadFile(address)
      toast.success(BEGUN)
    } catch (error) {
      toast.error(errorText(error, { fallback: FAILED }))
    }
  }
}
