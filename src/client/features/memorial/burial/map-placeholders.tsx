import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { passFocusUp } from '@client/ui/focus'
import { visuallyHidden } from '@client/ui/styles'

/** Low enough that on a phone some of the page stays visible next to the map, so that a finger can scroll. */
export const MAP_HEIGHT = { xs: 320, sm: 400 } as const

/** Shown while the chunk of the map is loading: as high as the map with its note. */
export function MapLoading() {
  return (
    <>
      <Skeleton variant="rounded" animation={false} sx={{ height: MAP_HEIGHT }} />
      <Box component="span" sx={visuallyHidden}>
        Загрузка карты...
      </Box>
      <GesturesNote />
    </>
  )
}

/** Explains how to zoom and move the map. */
export function GesturesNote() {
  return (
    <Typography component="p" variant="caption" color="textSecondary" sx={{ mt: 0.75, textWrap: 'balance' }}>
      <Box component="span" sx={{ [FINGERS]: { display: 'none' } }}>
        Колёсико мыши меняет масштаб, если держать клавишу Ctrl или сначала нажать на карту.
      </Box>
      <Box component="span" sx={{ display: 'none', [FINGERS]: { display: 'inline' } }}>
        Двигайте карту двумя пальцами.
      </Box>
    </Typography>
  )
}

const FINGERS = '@media (pointer: coarse)'

interface MapMissingProps {
  /** As in `BurialMap`: present if the marker can be placed. */
  onPlace?: (coordinates: string) => void
}

/** Shown in place of the map, and as high, if its chunk could not be loaded. `onRetry` loads it again. */
export function MapMissing({ onPlace, onRetry }: MapMissingProps & { onRetry: () => void }) {
  return (
    <>
      <Box sx={PLACE}>
        <MissingNote onPlace={onPlace} />
        <Button ref={passFocusUp} size="small" aria-label="Повторить загрузку карты" onClick={onRetry}>
          Повторить
        </Button>
      </Box>
      <Box sx={{ visibility: 'hidden' }}>
        <GesturesNote />
      </Box>
    </>
  )
}

/** Not an alert: the coordinates, which matter more, are there. */
export function MissingNote({ onPlace, isOutlined }: MapMissingProps & { isOutlined?: boolean }) {
  return (
    <Typography role="status" variant="body2" color="textSecondary">
      Карта не загрузилась. {onPlace ? 'Координаты можно ввести выше.' : 'Координаты указаны выше.'}
      {isOutlined && ' Пока видно только, в какой части страны это место.'}
    </Typography>
  )
}

const PLACE = {
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: 1,
  height: MAP_HEIGHT,
  px: 2,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.5,
} as const
