import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { PropsWithChildren } from 'react'

/** What stands on the page now that somebody else has changed it, above the form with what was being written. */
export function ChangedMeanwhile({ children }: PropsWithChildren) {
  return (
    <Alert severity="info" variant="outlined" sx={{ textAlign: 'start' }}>
      Сейчас на странице:
      <Box
        sx={{ my: 1, maxHeight: '40vh', overflowY: 'auto' }}
        tabIndex={0}
        role="group"
        aria-label="Сейчас на странице"
      >
        {children}
      </Box>
      Если нужно и то и другое, перенесите недостающее в свой текст. Нажмите «Сохранить» ещё раз, чтобы заменить это
      тем, что написали вы, или «Отмена», чтобы всё осталось как есть.
    </Alert>
  )
}
