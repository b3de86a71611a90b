import Box from '@mui/material/Box'

/** As dark as what comes in its place: a press is answered at once, also on a slow line. */
export function LightboxLoading() {
  return (
    <Box role="status" sx={DARK}>
      Загрузка...
    </Box>
  )
}

const DARK = {
  position: 'fixed',
  inset: 0,
  zIndex: 'modal',
  display: 'grid',
  placeItems: 'center',
  color: 'common.white',
  backgroundColor: 'common.black',
} as const
