import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'

/** Props of the component that is shown when the chunk failed to load. */
export interface MissingProps {
  onRetry: () => void
}

interface Placeholders<Props> {
  /** Shown while the chunk is loading; nothing when absent. */
  Loading?: ComponentType<Props>
  /** Shown when the chunk could not be loaded: a thrown error would unmount the whole page. */
  Missing: ComponentType<Props & MissingProps>
}

export type LazyChunk<Props> = ComponentType<Props> & {
  /** Loads the chunk before it is shown, so that it appears at once. Fails silently: mounting it retries. */
  preload: () => Promise<void>
}

/**
 * A component whose chunk is loaded on first use, unless it was `preload`ed. Unlike React's `lazy`, which remembers a
 * failure forever, it retries when `Missing` calls `onRetry`, and each time it is mounted.
 */
export function lazyChunk<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Loading = Nothing, Missing }: Placeholders<Props>,
): LazyChunk<Props> {
  let loaded: ComponentType<Props> | undefined

  return Object.assign(LazyChunk, {
    async preload() {
      loaded ??= await load().catch(() => undefined)
    },
  })

  function LazyChunk(props: Props) {
    const [Chunk, setChunk] = useState(() => loaded)
    const [hasFailed, setFailed] = useState(false)
    // Hydration must find what the server rendered, which is the placeholder, even if the chunk has come by then.
    const isHydrating = useSyncExternalStore(neverChanges, no, yes)

    useEffect(() => {
      if (Chunk || hasFailed) return
      let isAwaited = true
      load().then(
        (component) => {
          loaded = component
          if (isAwaited) setChunk(() => component)
        },
        () => {
          if (isAwaited) setFailed(true)
        },
      )
      return () => {
        isAwaited = false
      }
    }, [Chunk, hasFailed])

    if (Chunk && !isHydrating) return <Chunk {...props} />
    if (hasFailed) return <Missing {...props} onRetry={() => setFailed(false)} />
    return <Loading {...props} />
  }
}

function Nothing() {
  return null
}

const neverChanges = () => () => undefined
const no = () => false
const yes = () => true
