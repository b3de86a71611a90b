import { useMemo, useRef } from 'react'
import { TileLayer } from 'react-leaflet'
import { TILE_PATH } from '@contract/paths'

/** The squares of the map. Tells when they don't come, and when they do after all. */
export function MapTiles({ onMissing }: { onMissing: (isMissing: boolean) => void }) {
  const hasCome = useRef(false)
  const eventHandlers = useMemo(
    () => ({
      tileload() {
        hasCome.current = true
        onMissing(false)
      },
      // A square missing here and there is no matter.
      tileerror: () => onMissing(!hasCome.current),
    }),
    [onMissing],
  )

  return <TileLayer url={TILE_PATH} maxZoom={19} eventHandlers={eventHandlers} />
}
