import type { LatLng } from 'leaflet'
import { writeCoordinates } from '@contract/burial'

/** A point of the map as a burial place stores it. */
export function coordinatesAt({ lat, lng }: LatLng): string {
  return writeCoordinates({ latitude: lat, longitude: lng })
}
