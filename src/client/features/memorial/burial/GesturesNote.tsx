import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

/** How the map is moved without holding the page up: told in words, since neither can be guessed. */
export function GesturesNote() {
  return (
    <Typography component="p" variant="caption" color="textSecondary" sx={{ mt: 0.75 }}>
      <Box component="span" sx={{ [FINGERS]: { display: 'none' } }}>
        Колёсико мыши меняет масштаб, если держать клавишу Ctrl или сначала нажать на карту.
      </Box>
      <Box component="span" sx={{ display: 'none', [FINGERS]: { display: 'inline' } }}>
        Карту двигают двумя пальцами, а если коснуться её, то и одним.
      </Box>
    </Typography>
  )
}

const FINGERS = '@media (pointer: coarse)'
