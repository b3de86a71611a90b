import { useMapEvent } from 'react-leaflet'
import { coordinatesAt } from './map-point'

/** A press on the map puts the mark there. */
export function PlaceByClick({ onPlace }: { onPlace: (coordinates: string) => void }) {
  useMapEvent('click', ({ latlng }) => onPlace(coordinatesAt(latlng)))
  return null
}
