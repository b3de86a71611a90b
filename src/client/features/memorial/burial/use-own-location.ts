import { useEffect, useRef, useState } from 'react'
import type { Coordinates } from '@contract/coordinates'

export interface OwnLocation {
  /** The device is being asked, and may still report a better fix. */
  isAsked: boolean
  /** Why the location could not be found. */
  problem?: string
  /** The accuracy of the place found so far. */
  accuracyMetres?: number
}

const NOT_ASKED: OwnLocation = { isAsked: false }
/** A phone needs some seconds, and the visitor needs time to read the permission prompt. */
const TIMEOUT_MS = 20_000
/** How long the visitor stands still after the first fix. */
const AVERAGING_MS = 10_000

const TIMED_OUT = 3
const UNAVAILABLE = 'Не удалось определить, где вы находитесь. Поставьте метку на карте.'
const PROBLEMS: Record<number, string> = {
  1: 'Браузер не разрешил узнать, где вы находитесь. Разрешите это в его настройках или поставьте метку на карте.',
  [TIMED_OUT]: 'Не удалось вовремя определить, где вы находитесь. Попробуйте ещё раз под открытым небом.',
}

/**
 * Asks the device for its location, only when `locate` is called, and averages the fixes of some seconds. Calls `onFound` with
 * each better place. `stop` ends it early; the place found so far stays. The location is not sent anywhere.
 */
export function useOwnLocation(onFound: (point: Coordinates) => void) {
  const [location, setLocation] = useState(NOT_ASKED)
  const endWatch = useRef<() => void>(() => undefined)
  useEffect(() => () => endWatch.current(), [])

  function locate(): void {
    if (location.isAsked) return
    if (!('geolocation' in navigator)) {
      setLocation({ isAsked: false, problem: UNAVAILABLE })
      return
    }
    let fixes: Fix[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let hasEnded = false

    function found({ coords }: GeolocationPosition): void {
      if (hasEnded) return
      const { latitude, longitude, accuracy } = coords
      fixes = whileStandingStill(fixes, { latitude, longitude, accuracy })
      timer ??= setTimeout(stop, AVERAGING_MS)
      const place = averagedPlace(fixes)
      setLocation({ isAsked: true, accuracyMetres: Math.max(1, Math.round(place.accuracy)) })
      onFound(place)
    }

    function failed({ code }: Pick<GeolocationPositionError, 'code'>): void {
      // An earlier fix stays if no better one arrives.
      if (hasEnded || fixes.length > 0) return
      endWatch.current()
      setLocation({ isAsked: false, problem: PROBLEMS[code] ?? UNAVAILABLE })
    }

    setLocation({ isAsked: true })
    const options = { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 0 }
    const watch = navigator.geolocation.watchPosition(found, failed, options)
    endWatch.current = () => {
      hasEnded = true
      clearTimeout(timer)
      navigator.geolocation.clearWatch(watch)
    }
  }

  function stop(): void {
    endWatch.current()
    setLocation((before) => ({ ...before, isAsked: false }))
  }

  return { location, locate, stop }
}

/** A location reported by the device, with its possible error. */
interface Fix extends Coordinates {
  /** In metres. */
  accuracy: number
}

/**
 * The mean of the fixes of a device that stands still: accurate fixes count for more. `accuracy` is that of the best fix, since
 * the errors of successive fixes are alike.
 */
function averagedPlace(fixes: readonly Fix[]): Fix {
  const weights = fixes.map(({ accuracy }) => 1 / Math.max(1, accuracy) ** 2)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const mean = (values: number[]) =>
    values.reduce((total, value, index) => total + value * (weights[index] ?? 0), 0) / sum
  return {
    latitude: mean(fixes.map(({ latitude }) => latitude)),
    longitude: mean(fixes.map(({ longitude }) => longitude)),
    accuracy: Math.min(...fixes.map(({ accuracy }) => accuracy)),
  }
}

/** The fixes to average with a new one: no earlier ones if the device has moved. */
function whileStandingStill(before: readonly Fix[], next: Fix): Fix[] {
  if (before.length === 0) return [next]
  const middle = averagedPlace(before)
  const hasWalked = metresBetween(middle, next) > Math.max(WALKED_METRES, middle.accuracy + next.accuracy)
  return hasWalked ? [next] : [...before, next]
}

const WALKED_METRES = 15
const METRES_IN_A_DEGREE = 111_320

/** Accurate for places that are near each other. */
function metresBetween(one: Coordinates, other: Coordinates): number {
  const north = (one.latitude - other.latitude) * METRES_IN_A_DEGREE
  const east = (one.longitude - other.longitude) * METRES_IN_A_DEGREE * Math.cos((one.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}
