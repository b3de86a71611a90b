import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Memorial } from '@contract/memorial'
import { lazyChunk, missingDialog } from '@client/ui/lazy-chunk'

/** Loaded when an owner first opens it. */
const PlateDialog = lazyChunk(async () => (await import('./PlateDialog')).PlateDialog, {
  Missing: missingDialog('Не удалось открыть. Нажмите ещё раз или обновите страницу.'),
})

/** Opens the dialog that makes a file for a plate or a stone. */
export function PlateButton({ memorial }: { memorial: Memorial }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)

  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        Табличка
      </Button>
      {wasOpened && <PlateDialog memorial={memorial} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
