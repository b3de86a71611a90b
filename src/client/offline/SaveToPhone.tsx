import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Memorial } from '@contract/memorial'
import { canSaveOffline, installWorker, type OfflineCopy } from '@client/offline/copies'
import { DownloadDoneIcon, DownloadIcon } from '@client/ui/icons'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { missingDialog } from '@client/ui/missing-dialog'
import { useToast } from '@client/ui/toasts'
import { recordSaveBegun, recordSaveEnded } from '@client/offline/unfinished-saves'
import { useOfflineCopies, useReader } from '@client/offline/use-offline-copies'

const SAVED = 'Страница сохранена. Её можно открыть без связи по тому же адресу или по коду на памятнике.'
const SAVED_WITH_PIN = 'Страница сохранена. Её можно открыть без связи, пока вы не закрыли эту вкладку.'
const NOT_POSSIBLE = 'Этот браузер не умеет сохранять страницы. Откройте её, пожалуйста, в другом браузере.'
const FAILED = 'Не удалось сохранить страницу. Проверьте связь и попробуйте ещё раз.'
const NO_ROOM = 'На устройстве не хватает места. Уберите что-нибудь лишнее и попробуйте ещё раз.'
const GONE = 'Эту страницу закрыли или удалили. Обновите её, пожалуйста.'

const SavedDialog = lazyChunk(async () => (await import('./SavedDialog')).SavedDialog, {
  Missing: missingDialog('Не удалось показать, что сохранено. Нажмите ещё раз или обновите страницу.'),
})

/** Saves a memorial on this device with what a visitor needs at a grave; afterwards shows the copy, and can delete it. */
export function SaveToPhone({ memorial }: { memorial: Memorial }) {
  const toast = useToast()
  const reader = useReader(memorial.id)
  const saved = useOfflineCopies()?.find(({ id, isSaved }) => id === memorial.id && isSaved)
  const [part, setPart] = useState<number>()
  const [isOpen, setOpen] = useState(false)
  const isSaving = part !== undefined

  async function save(): Promise<void> {
    if (isSaving) return
    if (!canSaveOffline()) {
      toast.error(NOT_POSSIBLE)
      return
    }
    setPart(0)
    const outcome = await saveCopy().catch(() => 'failed' as const)
    setPart(undefined)
    if (typeof outcome === 'object') toast.success(needsPin(outcome.copy) ? SAVED_WITH_PIN : SAVED)
    else toast.error({ gone: GONE, 'no-room': NO_ROOM, failed: FAILED }[outcome])
  }

  async function saveCopy() {
    // Leaving the page ends the save: the next page that is opened finishes it (`resumeSaves`).
    await recordSaveBegun(memorial, reader).catch(() => undefined)
    try {
      const { saveMemorial } = await import('./save-memorial')
      // First: the copy opens only with the bundle that the worker caches.
      await installWorker()
      const outcome = await saveMemorial(memorial, reader, { isSaved: true, onProgress: setPart })
      if (typeof outcome === 'object') askToStay()
      return outcome
    } finally {
      await recordSaveEnded(memorial.id)
    }
  }

  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={saved ? <DownloadDoneIcon /> : <DownloadIcon />}
        aria-disabled={isSaving}
        aria-haspopup={saved ? 'dialog' : undefined}
        data-needs-script
        onClick={() => (saved && !isSaving ? setOpen(true) : void save())}
        sx={QUIET}
      >
        {isSaving
          ? `Сохраняем... ${Math.round(part * 100)} %`
          : saved
            ? 'Сохранено на телефоне'
            : 'Сохранить на телефоне'}
      </Button>
      {isOpen && saved && <SavedDialog copy={saved} onRenew={() => void save()} onClose={() => setOpen(false)} />}
    </>
  )
}

/** A memorial token ends with its tab. */
function needsPin({ keptUntil, isOfAccount }: OfflineCopy): boolean {
  return keptUntil !== null && !isOfAccount
}

/** Asks the browser not to evict the copies. Some browsers cannot promise that. */
function askToStay(): void {
  const { storage } = navigator as { storage?: Partial<StorageManager> }
  void storage?.persist?.().catch(() => undefined)
}

const QUIET = { color: 'text.secondary', '&&&': { textAlign: 'start' }, '@media print': { display: 'none' } } as const
