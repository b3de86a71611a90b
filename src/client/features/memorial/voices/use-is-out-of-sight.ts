import { type RefObject, useEffect, useState } from 'react'

/** Whether an element is scrolled out of the viewport. */
export function useIsOutOfSight(ref: RefObject<Element | null>): boolean {
  const [isOut, setOut] = useState(false)

  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => setOut(!entries.at(-1)?.isIntersecting))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])

  return isOut
}
