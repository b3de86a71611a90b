import Box from '@mui/material/Box'
import type { SxProps, Theme } from '@mui/material/styles'
import type { LatLngTuple, Map as LeafletMap } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { MapContainer, TileLayer, useMap, useMapEvent, ZoomControl } from 'react-leaflet'
import Link from '@mui/material/Link'
import { readCoordinates } from '@contract/coordinates'
import { TILE_PATH } from '@contract/paths'
import { useSettings } from '@client/ui/settings'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { TARGET_SIZE } from '@client/ui/styles'
import { GesturesNote, MAP_HEIGHT, MissingNote } from './map-placeholders'
import { coordinatesAt, MapPin } from './MapPin'

export interface BurialMapProps {
  /** 'latitude, longitude' as stored; no marker without them. */
  coordinates?: string
  /** Called with the new coordinates when the marker is placed. Absent if the map is read-only. */
  onPlace?: (coordinates: string) => void
  /** The marker was placed on the map itself, so the map does not move to it. */
  isPlacedOnMap?: boolean
  onReady?: (map: LeafletMap | null) => void
}

/** Loaded on demand: most visitors never need it. */
const CountryOutline = lazyChunk(async () => (await import('./CountryOutline')).CountryOutline, {
  Missing: () => null,
})

/** Shown while there is no marker: Russia. */
const COUNTRY: { center: LatLngTuple; zoom: number } = { center: [58, 65], zoom: 3 }
/** Close enough to see the paths of a cemetery. */
const PLACE_ZOOM = 16
const ZOOM_MAX = 19

/** A map with a marker. */
export function BurialMap({ coordinates, onPlace, isPlacedOnMap, onReady }: BurialMapProps) {
  const [isMissing, setMissing] = useState(false)
  const [isOutlined, setOutlined] = useState(false)
  const outlined = useCallback(() => setOutlined(true), [])
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const point = readCoordinates(coordinates ?? '')
  const place: LatLngTuple | undefined = point && [point.latitude, point.longitude]

  return (
    <>
      <Box sx={MAP_FRAME}>
        <MapContainer
          ref={onReady}
          center={place ?? COUNTRY.center}
          zoom={place ? PLACE_ZOOM : COUNTRY.zoom}
          maxZoom={ZOOM_MAX}
          minZoom={2}
          zoomControl={false}
          attributionControl={false}
          zoomAnimation={!isStill}
          fadeAnimation={!isStill}
          markerZoomAnimation={!isStill}
          inertia={!isStill}
          style={{ height: '100%' }}
        >
          <MapTitle>{onPlace ? 'Карта: поставьте метку' : 'Карта места захоронения'}</MapTitle>
          <MapTiles onMissing={setMissing} />
          {isMissing && <CountryOutline place={place} onShown={outlined} />}
          {place && <MapPin place={place} onPlace={onPlace} />}
          {onPlace && <PlaceByClick onPlace={onPlace} />}
          <ZoomControl position="topleft" zoomInTitle="Приблизить" zoomOutTitle="Отдалить" />
          <CooperativeGestures />
          {place && !isPlacedOnMap && !isMissing && <FollowPlace place={place} />}
        </MapContainer>
        {onPlace && <Box aria-hidden sx={CROSSHAIR} />}
        {isMissing ? (
          <Box sx={NOTE_ON_MAP}>
            <MissingNote onPlace={onPlace} isOutlined={isOutlined} />
          </Box>
        ) : (
          <MapAttribution />
        )}
      </Box>
      <GesturesNote />
    </>
  )
}

/** The accessible name of the map. The role 'application' lets it receive the arrow keys. */
function MapTitle({ children }: { children: string }) {
  const map = useMap()

  useEffect(() => {
    const container = map.getContainer()
    container.setAttribute('role', 'application')
    container.setAttribute('aria-roledescription', 'карта')
    container.setAttribute('aria-label', children)
  }, [map, children])

  return null
}

/** The tiles of the map. Reports when they fail to load, and when one loads after all. */
function MapTiles({ onMissing }: { onMissing: (isMissing: boolean) => void }) {
  const hasCome = useRef(false)
  const eventHandlers = useMemo(
    () => ({
      tileload() {
        hasCome.current = true
        onMissing(false)
      },
      // Fires when all visible tiles have loaded or failed. Single missing tiles are ignored.
      load: () => onMissing(!hasCome.current),
    }),
    [onMissing],
  )

  return <TileLayer url={TILE_PATH} maxZoom={19} eventHandlers={eventHandlers} />
}

/** Half-typed coordinates are valid too, but of a place far away. */
const TYPING_PAUSE_MS = 500
const ZOOM_LEAST = 15

/** Moves the map to coordinates that were typed or located, but not to those clicked on the map. */
function FollowPlace({ place: [latitude, longitude] }: { place: LatLngTuple }) {
  const map = useMap()

  useEffect(() => {
    if (map.getZoom() >= ZOOM_LEAST && map.getCenter().equals([latitude, longitude])) return
    const timer = setTimeout(() => {
      map.setView([latitude, longitude], Math.max(map.getZoom(), ZOOM_LEAST), { animate: false })
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [map, latitude, longitude])

  return null
}

/** Places the marker where the map is clicked. */
function PlaceByClick({ onPlace }: { onPlace: (coordinates: string) => void }) {
  useMapEvent('click', ({ latlng }) => onPlace(coordinatesAt(latlng)))
  return null
}

/** Names the source of the map, as its licence demands. */
function MapAttribution() {
  const { mapAttribution, mapAttributionUrl } = useSettings()
  return (
    <Box sx={CORNER}>
      <Link href={mapAttributionUrl} target="_blank" rel="noopener noreferrer" color="textPrimary" variant="caption">
        {mapAttribution}
      </Link>
    </Box>
  )
}

const CORNER = {
  position: 'absolute',
  right: 0,
  bottom: 0,
  zIndex: 1000,
  px: 1,
  py: 0.375,
  bgcolor: 'background.paper',
  borderTopLeftRadius: 6,
  lineHeight: 1.4,
} as const

/** On the map, so that nothing below it moves. */
const NOTE_ON_MAP = {
  position: 'absolute',
  inset: 'auto 0 0',
  zIndex: 1000,
  px: 1.5,
  py: 0.75,
  bgcolor: 'background.paper',
  textAlign: 'center',
  textWrap: 'balance',
  pointerEvents: 'none',
} as const

/**
 * Lets the page scroll past the map ("cooperative gestures"). Until the map was clicked or touched, the wheel zooms only
 * with Ctrl, and one finger scrolls the page. Two fingers always move the map.
 */
export function CooperativeGestures() {
  const map = useMap()

  useEffect(() => {
    const container = map.getContainer()
    const isForFingers = matchMedia('(pointer: coarse)').matches
    let isInUse = false

    function take(): void {
      isInUse = true
      if (isForFingers) map.dragging.enable()
    }

    function leave(): void {
      isInUse = false
      if (isForFingers) map.dragging.disable()
    }

    function leaveFor({ target }: Event): void {
      if (target instanceof Node && !container.contains(target)) leave()
    }

    function wheel(event: WheelEvent): void {
      // Leaflet does not get the event, so the page scrolls.
      if (!isInUse && !event.ctrlKey && !event.metaKey) event.stopPropagation()
    }

    leave()
    const capture = { capture: true, passive: true }
    container.addEventListener('wheel', wheel, capture)
    container.addEventListener('click', take)
    container.addEventListener('mouseleave', leave)
    document.addEventListener('pointerdown', leaveFor)
    document.addEventListener('focusin', leaveFor)
    return () => {
      container.removeEventListener('wheel', wheel, capture)
      container.removeEventListener('click', take)
      container.removeEventListener('mouseleave', leave)
      document.removeEventListener('pointerdown', leaveFor)
      document.removeEventListener('focusin', leaveFor)
    }
  }, [map])

  return null
}

/** The map in the colours of the page. Selectors are doubled, since Leaflet's own style sheet comes after ours. */
const MAP_FRAME: SxProps<Theme> = (theme) => ({
  position: 'relative',
  // Leaflet's z-indexes would otherwise lie above our header and dialogs.
  isolation: 'isolate',
  height: MAP_HEIGHT,
  // Room for the note on it, too.
  'html[data-letters] &': { minHeight: '20rem' },
  borderRadius: 1.5,
  overflow: 'hidden',
  border: 1,
  borderColor: 'divider',
  '&& .leaflet-container': { font: 'inherit', bgcolor: 'divider', outlineOffset: '-3px' },
  '&& .leaflet-bar': { border: 1, borderColor: 'divider', borderRadius: 1.5, overflow: 'hidden' },
  '&& .leaflet-bar a': {
    width: TARGET_SIZE,
    height: TARGET_SIZE,
    lineHeight: `${TARGET_SIZE - 2}px`,
    fontSize: '1.5rem',
    color: 'text.primary',
    bgcolor: 'background.paper',
    borderColor: 'divider',
    outlineOffset: '-3px',
    '&:hover': { bgcolor: 'background.default' },
    '&.leaflet-disabled': { color: 'text.disabled' },
  },
  '& .map-pin path': {
    fill: 'var(--mui-palette-primary-main)',
    stroke: 'var(--mui-palette-primary-contrastText)',
    strokeWidth: 2,
  },
  '& .map-pin circle': { fill: 'var(--mui-palette-primary-contrastText)' },
  '&& .map-outline': { bgcolor: '#dbe5e8' },
  '&& .map-city': {
    p: 0,
    border: 0,
    bgcolor: 'transparent',
    boxShadow: 'none',
    color: '#3c372f',
    fontSize: '0.75rem',
    textShadow: '0 0 3px #fffaf0, 0 0 3px #fffaf0, 0 0 3px #fffaf0',
    '&::before': { display: 'none' },
  },
  // Maps are drawn for daylight; dimmed ones stay legible, and aerial photos stay natural.
  ...theme.applyStyles('dark', {
    '& .leaflet-tile-pane': { filter: 'brightness(0.72) contrast(1.05)' },
    '&& .map-outline': { bgcolor: '#9fabaf' },
    '&& .map-city': { textShadow: '0 0 3px #b8b4ac, 0 0 3px #b8b4ac, 0 0 3px #b8b4ac' },
  }),
})

/** The middle of the map, where the keyboard's button places the marker. */
const CROSSHAIR: SxProps<Theme> = {
  position: 'absolute',
  zIndex: 450,
  inset: 0,
  m: 'auto',
  width: 24,
  height: 24,
  pointerEvents: 'none',
  border: '2px solid #2b2f2e',
  borderRadius: '50%',
  // Visible on dark ground too, as on aerial photos.
  outline: '1px solid #fffdf9',
  opacity: 0.75,
}
