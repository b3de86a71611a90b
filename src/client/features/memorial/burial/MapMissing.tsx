import Typography from '@mui/material/Typography'

/** Quiet: what one came for, the coordinates, is there. */
export function MapMissing() {
  return (
    <Typography role="status" variant="body2" color="textSecondary" sx={{ mt: 1 }}>
      Карта не загрузилась. Координаты указаны выше.
    </Typography>
  )
}
