import { type Coordinates, pointAt } from './coordinates'
import { parseNotation } from './coordinate-notation'
import { COORDINATES_AS_SENT_MAX_LENGTH } from './limits'

/** The meaning of a map link: a place, a shortened link, or nothing that we understand. */
type LinkMeaning = Coordinates | 'shortened' | 'nothing'

/**
 * The meaning of the first web link in a text; undefined when there is none, or the text is too long. Links are only
 * parsed, never opened.
 */
export function readMapLink(text: string): LinkMeaning | undefined {
  if (text.length > COORDINATES_AS_SENT_MAX_LENGTH) return undefined
  const [address] = /https?:\/\/\S+/i.exec(text) ?? BARE_LINK.exec(text) ?? []
  if (address === undefined) return undefined
  const withProtocol = /^https?:/i.test(address) ? address : `https://${address}`
  const url = parsed(withProtocol)
  if (!url) return 'nothing'
  if (SHORTENED.some((form) => form.test(url.hostname + url.pathname))) return 'shortened'
  const service = SERVICES.find(({ place }) => place.test(url.hostname + url.pathname))
  return service?.point(url) ?? 'nothing'
}

/** Browsers show URLs without the protocol. */
const BARE_LINK = /^(?:[a-z\d-]+\.)+[a-z]{2,}\/\S*$/i

const SHORTENED = [
  /^(?:www\.|m\.)?(?:yandex\.[a-z.]{2,6}|ya\.ru)\/(?:web-)?(?:maps|navi)\/-\//,
  /^(?:n\.|m\.)?maps\.yandex\.[a-z.]{2,6}\/-\//,
  /^(?:go|link)\.2gis\.[a-z.]{2,6}\//,
  /^(?:maps\.app\.|app\.)?goo\.gl\//,
  /^(?:g\.co|maps\.apple|clck\.ru|vk\.cc|bit\.ly)\//,
  /^(?:www\.)?(?:osm|openstreetmap)\.org\/go\//,
]

/** The supported services. `point` prefers a marker to the centre of the map. */
const SERVICES: { place: RegExp; point: (url: URL) => Coordinates | undefined }[] = [
  {
    place:
      /^(?:(?:www\.|m\.)?(?:yandex\.(?:ru|com|by|kz|uz|eu|com\.tr|com\.ge|com\.am)|ya\.ru)\/(?:web-)?(?:maps|navi)(?:\/|$)|(?:n\.)?maps\.yandex\.[a-z.]{2,6}\/)/,
    point: pointOfYandex,
  },
  { place: /^(?:www\.|m\.)?2gis\.(?:[a-z]{2,3}|com\.[a-z]{2})\//, point: pointOf2gis },
  {
    place:
      /^(?:(?:www\.)?google\.(?:[a-z]{2,3}|com?\.[a-z]{2})\/maps(?:\/|$)|maps\.google\.(?:[a-z]{2,3}|com?\.[a-z]{2})\/)/,
    point: pointOfGoogle,
  },
  { place: /^(?:www\.)?(?:openstreetmap|osm)\.org\//, point: pointOfOpenStreetMap },
]

/** See https://yandex.ru/dev/yandex-apps-launch-maps/doc/ru/. Longitude first, but not in `rtext` and `text`. */
function pointOfYandex({ searchParams: query }: URL): Coordinates | undefined {
  const firstMark = query.get('pt')?.split('~', 1)[0]?.split(',').slice(0, 2).join(',')
  return (
    longitudeFirst(firstMark) ??
    longitudeFirst(query.get('whatshere[point]')) ??
    longitudeFirst(query.get('poi[point]')) ??
    notationIn(query.get('text')) ??
    latitudeFirst(query.get('rtext')?.split('~').at(-1)) ??
    longitudeFirst(query.get('panorama[point]')) ??
    longitudeFirst(query.get('ll'))
  )
}

/** Longitude first everywhere: /geo/37.6,55.7, /firm/70000001/37.6,55.7, /center/37.6,55.7/zoom/16, ?m=37.6,55.7/16 */
function pointOf2gis(url: URL): Coordinates | undefined {
  const query = url.searchParams
  const parts = [...decoded(url.pathname).split(/[/|;]/), ...(query.get('queryState') ?? '').split('/')]
  const isMiddle = (index: number) => parts[index - 1] === 'center'
  const marks = parts.filter((_part, index) => !isMiddle(index)).flatMap((part) => longitudeFirst(part) ?? [])
  const middles = parts.filter((_part, index) => isMiddle(index)).map(longitudeFirst)
  return marks.at(-1) ?? longitudeFirst(query.get('m')?.split('/', 1)[0]) ?? middles.at(-1)
}

/**
 * See https://developers.google.com/maps/documentation/urls/get-started. The URLs in a browser's address bar are not
 * documented.
 */
function pointOfGoogle(url: URL): Coordinates | undefined {
  const query = url.searchParams
  const path = decoded(url.pathname)
  const places = path.split('/').slice(3).map(notationIn)
  return (
    latitudeFirst(lastPair(path, /!3d(-?[\d.]+)!4d(-?[\d.]+)/g)) ??
    longitudeFirst(lastPair(path, /!1d(-?[\d.]+)!2d(-?[\d.]+)/g)) ??
    places.filter((place) => place !== undefined).at(-1) ??
    ['query', 'q', 'destination', 'daddr', 'viewpoint', 'center', 'll']
      .map((name) => notationIn(query.get(name)?.replace(/^loc:/, '')))
      .find((place) => place !== undefined) ??
    latitudeFirst(lastPair(path, /\/@(-?[\d.]+),(-?[\d.]+)/g))
  )
}

/** See https://wiki.openstreetmap.org/wiki/Browsing and https://wiki.openstreetmap.org/wiki/Export. */
function pointOfOpenStreetMap({ searchParams: query, hash }: URL): Coordinates | undefined {
  const [, latitude, longitude] = /[#&]map=[\d.]+\/(-?[\d.]+)\/(-?[\d.]+)/.exec(decoded(hash)) ?? []
  return (
    latitudeFirst(`${query.get('mlat')},${query.get('mlon')}`) ??
    latitudeFirst(query.get('marker')) ??
    notationIn(query.get('query')) ??
    latitudeFirst(query.get('to') ?? query.get('route')?.split(';').at(-1)) ??
    latitudeFirst(`${query.get('lat')},${query.get('lon')}`) ??
    latitudeFirst(`${latitude},${longitude}`)
  )
}

const PAIR = /^ *(-?\d{1,3}(?:\.\d{1,20})?) *, *(-?\d{1,3}(?:\.\d{1,20})?) *$/

function latitudeFirst(text: string | null | undefined): Coordinates | undefined {
  const [, latitude, longitude] = PAIR.exec(text ?? '')?.map(Number) ?? []
  return pointAt(latitude, longitude)
}

function longitudeFirst(text: string | null | undefined): Coordinates | undefined {
  const [, longitude, latitude] = PAIR.exec(text ?? '')?.map(Number) ?? []
  return pointAt(latitude, longitude)
}

/** A search for coordinates, in any notation. */
function notationIn(text: string | null | undefined): Coordinates | undefined {
  return latitudeFirst(text) ?? parseNotation(text?.replaceAll('+', ' ') ?? '')
}

/** The last pair of numbers in a path: on a route, its destination. */
function lastPair(path: string, pattern: RegExp): string | undefined {
  return [...path.matchAll(pattern)].at(-1)?.slice(1).join(',')
}

function parsed(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
