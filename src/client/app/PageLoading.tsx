import Box from '@mui/material/Box'
import { useSettings } from '@client/ui/settings'

/** Reserves the space of a loading page, so that the footer does not jump. */
export function PageLoading() {
  return (
    <Box aria-busy sx={{ minHeight: '70vh' }}>
      <title>{useSettings().siteName}</title>
    </Box>
  )
}
