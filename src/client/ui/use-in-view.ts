import { useEffect, useRef, useState } from 'react'

/** About one viewport before it is visible. */
const MARGIN = '100% 0px'

/**
 * Whether an element is about to scroll into view, by an intersection observer, or the page is being printed. Once
 * true, it stays true.
 */
export function useInView<T extends Element>() {
  const ref = useRef<T>(null)
  const [isInView, setInView] = useState(false)

  useEffect(() => {
    const element = ref.current
    if (isInView || !element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setInView(true)
      },
      { rootMargin: MARGIN },
    )
    const show = () => setInView(true)
    observer.observe(element)
    window.addEventListener('beforeprint', show)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', show)
    }
  }, [isInView])

  return { ref, isInView }
}
