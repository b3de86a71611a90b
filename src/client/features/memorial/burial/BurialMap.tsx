import Box from '@mui/material/Box'
import type { LatLngTuple, Map as LeafletMap } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { useState } from 'react'
import { MapContainer, ZoomControl } from 'react-leaflet'
import { readCoordinates } from '@contract/burial'
import { FollowPlace } from './FollowPlace'
import { GentleGestures } from './GentleGestures'
import { GesturesNote } from './GesturesNote'
import { MapAttribution } from './MapAttribution'
import { MapMissing } from './MapMissing'
import { MapPin } from './MapPin'
import { MapTiles } from './MapTiles'
import { MapTitle } from './MapTitle'
import { PlaceByClick } from './PlaceByClick'
import { CROSS_HAIR, MAP_FRAME } from './map-look'

export interface BurialMapProps {
  /** 'latitude, longitude' as stored; without them there is no mark. */
  coordinates?: string
  /** Called with the new coordinates when the mark is placed. Absent where one only looks. */
  onPlace?: (coordinates: string) => void
  /** The mark was placed on the map itself, so what is seen of the map stays. */
  isPlacedOnMap?: boolean
  onReady?: (map: LeafletMap | null) => void
}

/** Most of those who write here live somewhere in this view. */
const COUNTRY: { center: LatLngTuple; zoom: number } = { center: [58, 65], zoom: 3 }
/** Paths of a cemetery can be told apart. */
export const PLACE_ZOOM = 16
const ZOOM_MOST = 19

/** A map with a mark on it. */
export function BurialMap({ coordinates, onPlace, isPlacedOnMap, onReady }: BurialMapProps) {
  const [isMissing, setMissing] = useState(false)
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
          maxZoom={ZOOM_MOST}
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
          {place && <MapPin place={place} onPlace={onPlace} />}
          {onPlace && <PlaceByClick onPlace={onPlace} />}
          <ZoomControl position="topleft" zoomInTitle="Приблизить" zoomOutTitle="Отдалить" />
          <GentleGestures />
          {place && !isPlacedOnMap && <FollowPlace place={place} />}
        </MapContainer>
        {onPlace && <Box aria-hidden sx={CROSS_HAIR} />}
        <MapAttribution />
      </Box>
      {isMissing ? <MapMissing onPlace={onPlace} /> : <GesturesNote />}
    </>
  )
}
