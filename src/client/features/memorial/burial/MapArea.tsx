import Box from '@mui/material/Box'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { useInView } from '@client/ui/use-in-view'
import type { BurialMapProps } from './BurialMap'
import { MapLoading, MapMissing } from './map-placeholders'

/** Loaded when needed: it is large, and Leaflet cannot run on a server. */
const BurialMap = lazyChunk(async () => (await import('./BurialMap')).BurialMap, {
  Loading: MapLoading,
  Missing: MapMissing,
})

/** Reserves the space of the map, and loads the map shortly before it scrolls into view. */
export function MapArea(props: BurialMapProps) {
  const { ref, isInView } = useInView<HTMLDivElement>()
  return (
    <Box ref={ref} data-needs-script sx={{ '@media print': { display: 'none' } }}>
      {isInView ? <BurialMap {...props} /> : <MapLoading />}
    </Box>
  )
}
