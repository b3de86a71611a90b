import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { passFocusUp } from '@client/ui/focus'
import type { MissingProps } from '@client/ui/lazy-program'
import type { BurialMapProps } from './BurialMap'

type MapMissingProps = Pick<BurialMapProps, 'onPlace'> & Partial<MissingProps>

/** Quiet: what one came for, the coordinates, is there. */
export function MapMissing({ onPlace, onRetry }: MapMissingProps) {
  return (
    <>
      <Typography role="status" variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        Карта не загрузилась. {onPlace ? 'Координаты можно ввести выше.' : 'Координаты указаны выше.'}
      </Typography>
      {onRetry && (
        <Button
          ref={passFocusUp}
          size="small"
          aria-label="Повторить загрузку карты"
          onClick={onRetry}
          sx={{ ml: -1, px: 1 }}
        >
          Повторить
        </Button>
      )}
    </>
  )
}
