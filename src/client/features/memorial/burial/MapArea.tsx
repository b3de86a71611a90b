import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { lazyProgram } from '@client/ui/lazy-program'
import { useNear } from '@client/ui/use-near'
import { visuallyHidden } from '@client/ui/visually-hidden'
import type { BurialMapProps } from './BurialMap'
import { MAP_HEIGHT } from './map-height'
import { MapMissing } from './MapMissing'

/** Maps are heavy, and their program cannot load on a server. Without it one still has the coordinates. */
const BurialMap = lazyProgram(async () => (await import('./BurialMap')).BurialMap, {
  Loading: MapLoading,
  Missing: MapMissing,
})

/** The map's place on the page. The map itself is fetched when it comes near. */
export function MapArea(props: BurialMapProps) {
  const { ref, isNear } = useNear<HTMLDivElement>()
  return (
    <Box ref={ref} sx={{ '@media print': { display: 'none' } }}>
      {isNear ? <BurialMap {...props} /> : <MapLoading />}
    </Box>
  )
}

function MapLoading() {
  return (
    <>
      <Skeleton variant="rounded" animation={false} width="100%" sx={{ height: MAP_HEIGHT }} />
      <span style={visuallyHidden}>Загрузка карты...</span>
    </>
  )
}
