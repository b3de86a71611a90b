import { useEffect, useRef, useState } from 'react'

/** About one screen before it comes into sight. */
const NEAR = '100% 0px'

/** Whether an element has come near the part of the page in sight. Once near, always near. */
export function useNear<T extends Element>() {
  const ref = useRef<T>(null)
  const [isNear, setNear] = useState(false)

  useEffect(() => {
    const element = ref.current
    if (isNear || !element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: NEAR },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isNear])

  return { ref, isNear }
}
