import { type ComponentType, useEffect, useState } from 'react'

/** Props of the component that is shown when the program did not load. */
export interface MissingProps {
  onRetry: () => void
}

interface Placeholders<Props> {
  /** Shown while the program is loading; nothing when absent. */
  Loading?: ComponentType
  /** Shown when the program could not be loaded: an error thrown instead would take the whole screen away. */
  Missing: ComponentType<Props & MissingProps>
}

export type LazyProgram<Props> = ComponentType<Props> & {
  /** Loads the program before it is shown, so that it appears at once. Fails silently: showing it tries again. */
  preload: () => Promise<void>
}

/**
 * A component whose program is loaded when it is first shown, unless it was `preload`ed. Unlike React's `lazy`, which remembers a failure for ever, it
 * tries again when `Missing` calls `onRetry`, and each time it is mounted.
 */
export function lazyProgram<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Loading = Nothing, Missing }: Placeholders<Props>,
): LazyProgram<Props> {
  let loaded: ComponentType<Props> | undefined

  return Object.assign(LazyProgram, {
    async preload() {
      loaded ??= await load().catch(() => undefined)
    },
  })

  function LazyProgram(props: Props) {
    const [Program, setProgram] = useState(() => loaded)
    const [hasFailed, setFailed] = useState(false)

    useEffect(() => {
      if (Program || hasFailed) return
      let isAwaited = true
      load().then(
        (component) => {
          loaded = component
          if (isAwaited) setProgram(() => component)
        },
        () => {
          if (isAwaited) setFailed(true)
        },
      )
      return () => {
        isAwaited = false
      }
    }, [Program, hasFailed])

    if (Program) return <Program {...props} />
    if (hasFailed) return <Missing {...props} onRetry={() => setFailed(false)} />
    return <Loading />
  }
}

function Nothing() {
  return null
}
