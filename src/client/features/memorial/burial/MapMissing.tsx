import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { MissingProps } from '@client/ui/lazy-program'
import { useFocusHandedUp } from '@client/ui/use-focus-handed-up'
import type { BurialMapProps } from './BurialMap'

type MapMissingProps = Pick<BurialMapProps, 'onPlace'> & Partial<MissingProps>

/** Quiet: what one came for, the coordinates, is there. */
export function MapMissing({ onPlace, onRetry }: MapMissingProps) {
  const button = useFocusHandedUp<HTMLButtonElement>()
  return (
    <>
      <Typography role="status" variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        Карта не загрузилась. {onPlace ? 'Координаты можно ввести выше.' : 'Координаты указаны выше.'}
      </Typography>
      {onRetry && (
        <Button
          ref={button}
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
