import type { Coordinates } from '@contract/coordinates'

/** A location reported by the device, with its possible error. */
export interface Fix extends Coordinates {
  /** In metres. */
  accuracy: number
}

/**
 * The mean of the fixes of a device that stands still: accurate fixes count for more. `accuracy` is that of the best fix, since
 * the errors of successive fixes are alike.
 */
export function averagedPlace(fixes: readonly Fix[]): Fix {
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
export function whileStandingStill(before: readonly Fix[], next: Fix): Fix[] {
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
