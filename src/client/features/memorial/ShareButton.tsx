import Button from '@mui/material/Button'
import { ShareIcon } from '@client/ui/icons'
import type { MemorialCard } from '@contract/memorial'
import { fullName } from '@contract/names'
import { paths } from '@contract/paths'
import { useSettings } from '@client/ui/settings'
import { useToast } from '@client/ui/toasts'

/** Passes the address of a memorial on: by what the device offers, or else it is copied. */
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
      // Before the program is there the script in the head of index.html shares by them.
      data-share-url={url}
      data-share-title={fullName(memorial)}
      onClick={() => void share()}
      sx={QUIET}
    >
      Поделиться
    </Button>
  )
}

/** 'over' also when the reader changed their mind. A press that was repeated late may be refused. */
async function offerToShare(page: ShareData): Promise<'over' | 'not-possible'> {
  if (typeof navigator.share !== 'function') return 'not-possible'
  try {
    await navigator.share(page)
    return 'over'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'over' : 'not-possible'
  }
}

const QUIET = { color: 'text.secondary', '&&&': { textAlign: 'start' }, '@media print': { display: 'none' } } as const
