import { useEffect, useRef, useState } from 'react'
import type { Coordinates } from '@contract/coordinates'
import { averagedPlace, type Fix, whileStandingStill } from './averaged-place'

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
