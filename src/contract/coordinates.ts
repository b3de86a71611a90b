/** A point on the map, in decimal degrees. */
export interface Coordinates {
  latitude: number
  longitude: number
}

const STORED = /^(-?\d{1,3}(?:\.\d{1,15})?), (-?\d{1,3}(?:\.\d{1,15})?)$/
/** About a centimetre. */
const DEGREE_DIGITS = 7
const LATITUDE_MAX = 90
const LONGITUDE_MAX = 180

/** Parses the stored 'latitude, longitude'; undefined when it is not a valid point. */
export function readCoordinates(text: string): Coordinates | undefined {
  const [, latitude, longitude] = STORED.exec(text)?.map(Number) ?? []
  return pointAt(latitude, longitude)
}

/** Formats a point for storage, to about a centimetre. Longitudes beyond the date line are wrapped. */
export function writeCoordinates({ latitude, longitude }: Coordinates): string {
  const isBeyond = Math.abs(longitude) > LONGITUDE_MAX
  const wrapped = isBeyond ? ((((longitude + LONGITUDE_MAX) % 360) + 360) % 360) - LONGITUDE_MAX : longitude
  return [latitude, wrapped].map((degrees) => String(Number(degrees.toFixed(DEGREE_DIGITS)))).join(', ')
}

/** Undefined when a number is missing or out of range. */
export function pointAt(latitude?: number, longitude?: number): Coordinates | undefined {
  if (latitude === undefined || longitude === undefined) return undefined
  // Written so that NaN fails too.
  if (!(Math.abs(latitude) <= LATITUDE_MAX) || !(Math.abs(longitude) <= LONGITUDE_MAX)) return undefined
  return { latitude, longitude }
}
