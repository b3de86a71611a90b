import { useEffect } from 'react'
import { useMap } from 'react-leaflet'

/** What a screen reader calls the map. As an application it gets the arrow keys that move it. */
export function MapTitle({ children }: { children: string }) {
  const map = useMap()

  useEffect(() => {
    const container = map.getContainer()
    container.setAttribute('role', 'application')
    container.setAttribute('aria-roledescription', 'карта')
    container.setAttribute('aria-label', children)
  }, [map, children])

  return null
}
