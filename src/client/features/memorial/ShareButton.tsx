import Button from '@mui/material/Button'
import { ShareIcon } from '@client/ui/icons'
import type { MemorialCard } from '@contract/memorial'
import { fullName } from '@contract/names'
import { paths } from '@contract/paths'
import { useSettings } from '@client/ui/settings'
import { useToast } from '@client/ui/toasts'

/** Shares the URL of a memorial with the dialog of the device, or copies it if there is none. */
export function ShareButton({ memorial }: { memorial: MemorialCard }) {
  const { publicUrl } = useSettings()
  const toast = useToast()
  const url = publicUrl + paths.memorial(memorial.id)

  async function share(): Promise<void> {
    const outcome = await offerToShare({ title: fullName(memorial), url })
    if (outcome === 'over') return
    try {
      await navigator.clipboard.writeText(url)
      toast.success('Адрес страницы скопирован')
    } catch {
      toast.error('Не удалось скопировать. Скопируйте адрес из строки браузера.')
    }
  }

  return (
    <Button
      size="small"
      color="inherit"
      startIcon={<ShareIcon />}
      // Until the bundle has loaded, the script in the head of index.html shares with these values.
      data-share-url={url}
      data-share-title={fullName(memorial)}
      onClick={() => void share()}
      sx={QUIET}
    >
      Поделиться
    </Button>
  )
}

/** 'over' also when the reader cancels. A press that is replayed late may be rejected. */
async function offerToShare(page: ShareData): Promise<'over' | 'not-possible'> {
  if (typeof navigator.share !== 'function') return 'not-possible'
  try {
    await navigator.share(page)
    return 'over'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'over' : 'not-possible'
  }
}

/** A button below the head of a page, or next to a fact. Not on paper. */
export const QUIET = {
  color: 'text.secondary',
  '&&&': { textAlign: 'start' },
  '@media print': { display: 'none' },
} as const
