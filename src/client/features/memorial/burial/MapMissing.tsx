import Typography from '@mui/material/Typography'
import type { BurialMapProps } from './BurialMap'

/** Quiet: what one came for, the coordinates, is there. */
export function MapMissing({ onPlace }: Pick<BurialMapProps, 'onPlace'>) {
  return (
    <Typography role="status" variant="body2" color="textSecondary" sx={{ mt: 1 }}>
      Карта не загрузилась. {onPlace ? 'Координаты можно ввести выше.' : 'Координаты указаны выше.'}
    </Typography>
  )
}
