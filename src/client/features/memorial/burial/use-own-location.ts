import { useEffect, useRef, useState } from 'react'
import type { Coordinates } from '@contract/burial'

export interface OwnLocation {
  isAsked: boolean
  /** Why the location could not be found. */
  problem?: string
  accuracyMetres?: number
}

const NOT_ASKED: OwnLocation = { isAsked: false }
/** A phone needs some seconds, and the visitor needs time to read what the browser asks. */
const TIMEOUT_MS = 20_000

const UNAVAILABLE = 'Не удалось определить, где вы находитесь. Поставьте метку на карте.'
const PROBLEMS: Record<number, string> = {
  1: 'Браузер не разрешил узнать, где вы находитесь. Разрешите это в его настройках или поставьте метку на карте.',
  3: 'Не удалось вовремя определить, где вы находитесь. Попробуйте ещё раз под открытым небом.',
}

/** Asks the device for its location, only when `locate` is called. The location is not sent anywhere. */
export function useOwnLocation(onFound: (point: Coordinates) => void) {
  const [location, setLocation] = useState(NOT_ASKED)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  function found({ coords }: GeolocationPosition): void {
    if (!isHere.current) return
    setLocation({ isAsked: false, accuracyMetres: Math.max(1, Math.round(coords.accuracy)) })
    onFound(coords)
  }

  function failed({ code }: Pick<GeolocationPositionError, 'code'>): void {
    if (isHere.current) setLocation({ isAsked: false, problem: PROBLEMS[code] ?? UNAVAILABLE })
  }

  function locate(): void {
    if (location.isAsked) return
    if (!('geolocation' in navigator)) {
      setLocation({ isAsked: false, problem: UNAVAILABLE })
      return
    }
    setLocation({ isAsked: true })
    navigator.geolocation.getCurrentPosition(found, failed, { enableHighAccuracy: true, timeout: TIMEOUT_MS })
  }

  return { location, locate }
}
