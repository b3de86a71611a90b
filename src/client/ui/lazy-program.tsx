import { type ComponentType, useEffect, useState } from 'react'

/** What stands in for a program that did not load gets the way to load it after all. */
export interface MissingProps {
  onRetry: () => void
}

interface Placeholders<Props> {
  /** Shown while the program is on its way; nothing when absent. */
  Loading?: ComponentType
  /** Stands in its place when it could not be had: without it the whole screen would be lost. */
  Missing: ComponentType<Props & MissingProps>
}

/**
 * A component whose program is fetched when it is first shown. Unlike React's `lazy`, which keeps a failure for ever, it
 * fetches anew when `Missing` asks for it, and each time it is shown again.
 */
export function lazyProgram<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Loading = Nothing, Missing }: Placeholders<Props>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined

  return function LazyProgram(props: Props) {
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
