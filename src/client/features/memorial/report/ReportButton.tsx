import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { missingDialog } from '@client/ui/missing-dialog'

/** Loaded when a reader first opens it. */
const ReportDialog = lazyChunk(async () => (await import('./ReportDialog')).ReportDialog, {
  Missing: missingDialog('Не удалось открыть форму. Нажмите ещё раз или обновите страницу.'),
})

/** At the end of a page, for readers who are not its keepers: reports a problem with the page to the moderators. */
export function ReportButton({ memorialId }: { memorialId: number }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)

  return (
    <Box sx={{ mt: 3, '@media print': { display: 'none' } }}>
      <Button
        size="small"
        color="inherit"
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
        sx={{ color: 'text.secondary' }}
      >
        Сообщить о странице
      </Button>
      {wasOpened && <ReportDialog memorialId={memorialId} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </Box>
  )
}
