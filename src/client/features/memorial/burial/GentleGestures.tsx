import { useEffect } from 'react'
import { useMap } from 'react-leaflet'

/**
 * Lets the page scroll past the map. The wheel zooms with Ctrl, one finger moves the map after a touch; both without
 * more ado while the map is in use. Two fingers always work.
 */
export function GentleGestures() {
  const map = useMap()

  useEffect(() => {
    const container = map.getContainer()
    const isForFingers = matchMedia('(pointer: coarse)').matches
    let isInUse = false

    function take(): void {
      isInUse = true
      if (isForFingers) map.dragging.enable()
    }

    function leave(): void {
      isInUse = false
      if (isForFingers) map.dragging.disable()
    }

    function leaveFor({ target }: Event): void {
      if (target instanceof Node && !container.contains(target)) leave()
    }

    function wheel(event: WheelEvent): void {
      // Before Leaflet hears of it; the page then scrolls as if there were no map.
      if (!isInUse && !event.ctrlKey && !event.metaKey) event.stopPropagation()
    }

    leave()
    const capture = { capture: true, passive: true }
    container.addEventListener('wheel', wheel, capture)
    container.addEventListener('click', take)
    container.addEventListener('mouseleave', leave)
    document.addEventListener('pointerdown', leaveFor)
    document.addEventListener('focusin', leaveFor)
    return () => {
      container.removeEventListener('wheel', wheel, capture)
      container.removeEventListener('click', take)
      container.removeEventListener('mouseleave', leave)
      document.removeEventListener('pointerdown', leaveFor)
      document.removeEventListener('focusin', leaveFor)
    }
  }, [map])

  return null
}
