import { type ComponentType, memo, Suspense } from 'react'

/**
 * A part of a screen that React hydrates apart from the others: what surrounds it first, then each in its turn, and at once
 * the one that is pressed. Hydrated as a whole, a long page would hold a weak phone.
 *
 * Where what surrounds it is rendered again meanwhile, with the same props, it keeps its turn: React would hydrate it at once.
 */
export function hydratedApart<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  function HydratedApart(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
  return memo(HydratedApart)
}
