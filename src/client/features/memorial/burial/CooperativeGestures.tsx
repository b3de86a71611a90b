import { useEffect } from 'react'
import { useMap } from 'react-leaflet'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

/**
 * Lets the page scroll past the map ("cooperative gestures"). Until the map was clicked or touched, the wheel zooms only
 * with Ctrl, and one finger scrolls the page. Two fingers always move the map.
 */
export function CooperativeGestures() {
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
      // Leaflet does not get the event, so the page scrolls.
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

/** Explains how to zoom and move the map. */
export function GesturesNote() {
  return (
    <Typography component="p" variant="caption" color="textSecondary" sx={{ mt: 0.75 }}>
      <Box component="span" sx={{ [FINGERS]: { display: 'none' } }}>
        Колёсико мыши меняет масштаб, если держать клавишу Ctrl или сначала нажать на карту.
      </Box>
      <Box component="span" sx={{ display: 'none', [FINGERS]: { display: 'inline' } }}>
        Карту двигают двумя пальцами, а если коснуться её, то и одним.
      </Box>
    </Typography>
  )
}

const FINGERS = '@media (pointer: coarse)'
