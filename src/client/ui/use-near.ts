import { useEffect, useRef, useState } from 'react'

/** About one screen before it comes into sight. */
const NEAR = '100% 0px'

/** Whether an element has come near the part of the page in sight, or the page is to be printed. Once near, always near. */
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
    const comeNear = () => setNear(true)
    observer.observe(element)
    window.addEventListener('beforeprint', comeNear)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', comeNear)
    }
  }, [isNear])

  return { ref, isNear }
}
