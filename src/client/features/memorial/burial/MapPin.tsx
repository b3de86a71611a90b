import {
  divIcon,
  type LatLng,
  type LatLngTuple,
  type LeafletKeyboardEvent,
  type Marker as LeafletMarker,
  point,
} from 'leaflet'
import { Marker, useMap } from 'react-leaflet'
import { writeCoordinates } from '@contract/coordinates'

/** The marker of a grave, whose tip is at the middle of its lower edge; in px. */
export const PIN_WIDTH = 44
export const PIN_HEIGHT = 54

export interface MapPinProps {
  place: LatLngTuple
  /** Absent: the marker is fixed. */
  onPlace?: (coordinates: string) => void
}

/** The marker of a grave. It is moved by dragging or with the arrow keys. */
export function MapPin({ place, onPlace }: MapPinProps) {
  const map = useMap()
  if (!onPlace) return <Marker position={place} icon={ICON} interactive={false} keyboard={false} />

  function move(event: LeafletKeyboardEvent): void {
    const { key, shiftKey } = event.originalEvent
    const direction = DIRECTIONS[key]
    if (!direction) return
    event.originalEvent.preventDefault()
    const step = point(direction).multiplyBy(shiftKey ? BIG_STEP : STEP)
    const moved = map.containerPointToLatLng(map.latLngToContainerPoint(place).add(step))
    map.panInside(moved, { padding: [PIN_WIDTH, PIN_HEIGHT], animate: false })
    onPlace?.(coordinatesAt(moved))
  }

  return (
    <Marker
      position={place}
      icon={ICON}
      draggable
      autoPan
      title={TITLE}
      eventHandlers={{
        keydown: move,
        dragend: ({ target }) => onPlace(coordinatesAt((target as LeafletMarker).getLatLng())),
      }}
    />
  )
}

const TITLE = 'Метка места захоронения: перетащите её или двигайте стрелками'

/** Steps in px: the larger the zoom, the shorter the distance on the ground. */
const STEP = 8
const BIG_STEP = 64

const DIRECTIONS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Drawn here in the theme's colours (BurialMap.tsx), because Leaflet guesses the URLs of its own icon files. */
const ICON = divIcon({
  className: 'map-pin',
  iconSize: [PIN_WIDTH, PIN_HEIGHT],
  iconAnchor: [PIN_WIDTH / 2, 50],
  html: `<svg viewBox="0 0 44 54" width="${PIN_WIDTH}" height="${PIN_HEIGHT}" aria-hidden="true">
    <path d="M22 50C15 38 6 31 6 20a16 16 0 0 1 32 0c0 11-9 18-16 30Z"/><circle cx="22" cy="20" r="6"/></svg>`,
})

/** A point of the map in the format of a stored burial place. */
export function coordinatesAt({ lat, lng }: LatLng): string {
  return writeCoordinates({ latitude: lat, longitude: lng })
}
