import type { LatLngTuple } from 'leaflet'
import { useEffect } from 'react'
import { useMap } from 'react-leaflet'

/** Half-typed coordinates are a place too, only far away. */
const TYPING_PAUSE_MS = 500
const ZOOM_LEAST = 15

/** Shows the place of coordinates that were typed or found out, not pointed at. */
export function FollowPlace({ place: [latitude, longitude] }: { place: LatLngTuple }) {
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
