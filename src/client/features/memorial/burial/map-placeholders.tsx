import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { passFocusUp } from '@client/ui/focus'
import { visuallyHidden } from '@client/ui/styles'

/** Low enough that on a phone some of the page stays visible next to the map, so that a finger can scroll. */
export const MAP_HEIGHT = { xs: 320, sm: 400 } as const

/** Shown while the chunk of the map is loading. */
export function MapLoading() {
  return (
    <>
      <Skeleton variant="rounded" animation={false} sx={{ height: MAP_HEIGHT }} />
      <Box component="span" sx={visuallyHidden}>
        Загрузка карты...
      </Box>
    </>
  )
}

interface MapMissingProps {
  /** As in `BurialMap`: present if the marker can be placed. */
  onPlace?: (coordinates: string) => void
  /** Loads the chunk of the map again; absent if only its tiles are missing. */
  onRetry?: () => void
  /** The outline of the country is shown instead. */
  isOutlined?: boolean
}

/** Shown if the map could not be loaded. Not an alert: the coordinates, which matter more, are there. */
export function MapMissing({ onPlace, onRetry, isOutlined }: MapMissingProps) {
  return (
    <>
      <Typography role="status" variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        Карта не загрузилась. {onPlace ? 'Координаты можно ввести выше.' : 'Координаты указаны выше.'}
        {isOutlined && ' Пока видно только, в какой части страны это место.'}
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
