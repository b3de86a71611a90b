import type { Coordinates } from '@contract/coordinates'

/** A place that the device told, and how far it may be off. */
export interface Fix extends Coordinates {
  /** In metres. */
  accuracy: number
}

/**
 * The middle of what the device told while one stood still: exact fixes count for more. `accuracy` is that of the best one,
 * since the errors of fixes that follow one another are alike.
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

/** The fixes that belong together with a new one: none of those before, when one has walked on. */
export function whileStandingStill(before: readonly Fix[], next: Fix): Fix[] {
  if (before.length === 0) return [next]
  const middle = averagedPlace(before)
  const hasWalked = metresBetween(middle, next) > Math.max(WALKED_METRES, middle.accuracy + next.accuracy)
  return hasWalked ? [next] : [...before, next]
}

const WALKED_METRES = 15
const METRES_IN_A_DEGREE = 111_320

/** Good for places that are near each other. */
function metresBetween(one: Coordinates, other: Coordinates): number {
  const north = (one.latitude - other.latitude) * METRES_IN_A_DEGREE
  const east = (one.longitude - other.longitude) * METRES_IN_A_DEGREE * Math.cos((one.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}
