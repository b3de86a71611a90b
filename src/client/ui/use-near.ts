import { type RefCallback, useState } from 'react'

/** About half a phone's screen, so that what is loaded then is mostly there when it comes into sight. */
const NEAR = '400px 0px'

/**
 * Whether an element has come near the part of the page that is seen: `<div ref={ref}>{isNear && <Map />}</div>`. Once
 * near it stays so. On the server nothing is near.
 */
export function useNear<T extends Element>(): { ref: RefCallback<T>; isNear: boolean } {
  const [isNear, setNear] = useState(false)
  const [ref] = useState(() => (element: T | null) => {
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        setNear(true)
        observer.disconnect()
      },
      { rootMargin: NEAR },
    )
    observer.observe(element)
    return () => observer.disconnect()
  })
  return { ref, isNear }
}
