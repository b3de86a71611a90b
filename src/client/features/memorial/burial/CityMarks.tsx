import { canvas, circleMarker, type LatLngTuple, layerGroup } from 'leaflet'
import { useEffect } from 'react'
import { useMap } from 'react-leaflet'
import { CITIES } from './cities'
import { sideOfName } from './side-of-name'

/** Cities with their names on the outline of the country; names avoid the marker of the grave. */
export function CityMarks({ grave }: { grave: LatLngTuple | undefined }) {
  const map = useMap()
  const [latitude, longitude] = grave ?? []

  useEffect(() => {
    // In the pane of the tiles, which is dimmed in dark mode.
    const drawn = { renderer: canvas({ pane: 'tilePane', padding: 0.5 }), pane: 'tilePane', interactive: false }
    const cities = layerGroup().addTo(map)

    function show(): void {
      cities.clearLayers()
      const pin = latitude === undefined || longitude === undefined ? undefined : map.project([latitude, longitude])
      const near = map.getZoom() >= CITIES_ZOOM
      for (const { name, isLarge, ...city } of CITIES) {
        if (!isLarge && !near) continue
        const fromPin = pin && map.project([city.latitude, city.longitude]).subtract(pin)
        cities.addLayer(
          circleMarker([city.latitude, city.longitude], { ...drawn, ...CITY }).bindTooltip(name, {
            permanent: true,
            className: 'map-city',
            // Below the marker.
            pane: 'overlayPane',
            ...sideOfName(name, fromPin),
          }),
        )
      }
    }

    show()
    map.on('zoomend', show)
    return () => {
      map.off('zoomend', show)
      cities.remove()
    }
  }, [map, latitude, longitude])

  return null
}

const CITIES_ZOOM = 5
const CITY = { radius: 3, stroke: false, fillColor: '#5c554a', fillOpacity: 1 }
