import type { Coordinates } from '@contract/coordinates'

export interface Route {
  label: string
  href: string
}

/** The device of the reader, as far as map apps differ by it. */
export type Platform = 'apple' | 'android' | 'other'

export function platformOf({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Platform {
  if (/iPhone|iPad|iPod|Macintosh/.test(userAgent)) return 'apple'
  // Phones with other systems understand `geo:` as Android does.
  return /Android/.test(userAgent) || (/Mobile/.test(userAgent) && maxTouchPoints > 0) ? 'android' : 'other'
}

/** Links that open the route to a place, by car or on foot, in each app that works on the device. */
export function routesTo({ latitude, longitude }: Coordinates, platform: Platform): Route[] {
  const latitudeFirst = `${latitude},${longitude}`
  const routes = [
    { label: 'Яндекс Карты', href: `https://yandex.ru/maps/?rtext=~${latitudeFirst}&rtt=auto` },
    { label: '2ГИС', href: `https://2gis.ru/routeSearch/rsType/car/to/${longitude},${latitude}` },
    { label: 'Google Карты', href: `https://www.google.com/maps/dir/?api=1&destination=${latitudeFirst}` },
  ]
  if (platform === 'apple') {
    return [...routes, { label: 'Apple Карты', href: `https://maps.apple.com/?daddr=${latitudeFirst}` }]
  }
  // The query (`?q=`) makes apps place a marker. Without an app that understands it, the link would do nothing.
  return platform === 'android'
    ? [...routes, { label: 'Другое приложение', href: `geo:${latitudeFirst}?q=${latitudeFirst}` }]
    : routes
}
