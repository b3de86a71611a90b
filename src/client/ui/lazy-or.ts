import { type ComponentType, lazy } from 'react'

/**
 * A component whose program is fetched when it is first shown. `Missing` stands in its place when that fails: without it
 * the whole screen would.
 */
export function lazyOr<Props extends object>(load: () => Promise<ComponentType<Props>>, Missing: ComponentType<Props>) {
  return lazy(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: Missing }),
    ),
  )
}
