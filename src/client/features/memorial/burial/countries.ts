import { geoBounds, geoContains } from 'd3-geo'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Coordinates } from '@contract/coordinates'
import { COUNTRIES_PATH } from '@contract/paths'

type Countries = ReturnType<typeof countriesOf>
/** A country's outline, as GeoJSON. Its id is the numeric code of ISO 3166-1. */
export type Country = Countries[number]

export const RUSSIA = '643'

let loading: Promise<Countries> | undefined

/**
 * The outlines of all countries, from our own server. Coarse: a coast may be some kilometres off, small islands are missing.
 */
export function loadCountries(): Promise<Countries> {
  loading ??= fetchCountries().catch((error: unknown) => {
    // The next call retries.
    loading = undefined
    throw error
  })
  return loading
}

async function fetchCountries(): Promise<Countries> {
  const response = await fetch(COUNTRIES_PATH)
  if (!response.ok) throw new Error(`The outlines of countries were answered with ${response.status}`)
  return countriesOf((await response.json()) as Atlas)
}

type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>

function countriesOf(atlas: Atlas) {
  return feature(atlas, atlas.objects.countries).features
}

/** The countries that contain a point, or lie within this distance of it. */
export function countriesAt(point: Coordinates, countries: Countries, withinKm: number): Country[] {
  const around = [[point.longitude, point.latitude] as Place, ...ringAround(point, withinKm)]
  return countries.filter((country) => {
    const bounds = boundsOf(country)
    return around.some((place) => isWithin(bounds, place) && geoContains(country, place))
  })
}

type Place = [longitude: number, latitude: number]
type Bounds = [southWest: Place, northEast: Place]

const known = new WeakMap<Country, Bounds>()

function boundsOf(country: Country): Bounds {
  const bounds = known.get(country) ?? geoBounds(country)
  known.set(country, bounds)
  return bounds
}

/** Bounds that cross the date line have their west east of their east. */
function isWithin([[west, south], [east, north]]: Bounds, [longitude, latitude]: Place): boolean {
  if (latitude < south || latitude > north) return false
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
}

const KM_IN_A_DEGREE = 111
const DIRECTIONS = 8

function ringAround({ latitude, longitude }: Coordinates, km: number): Place[] {
  const north = km / KM_IN_A_DEGREE
  const east = north / Math.max(0.05, Math.cos((latitude * Math.PI) / 180))
  return Array.from({ length: DIRECTIONS }, (_nothing, index) => {
    const angle = (index * 2 * Math.PI) / DIRECTIONS
    return [longitude + east * Math.sin(angle), latitude + north * Math.cos(angle)]
  })
}
