import { canvas, circleMarker, geoJSON, type LatLngTuple, layerGroup, type Map as LeafletMap } from 'leaflet'
import { useEffect, useState } from 'react'
import { useMap } from 'react-leaflet'
import { CITIES } from './cities'
import { type Country, loadCountries, RUSSIA } from './countries'
import { sideOfName } from './side-of-name'

export interface CountryOutlineProps {
  /** The grave; without it the whole country is shown. */
  place: LatLngTuple | undefined
  onShown: () => void
}

/** A fallback without tiles: outlines of countries and cities show where in the country a grave lies. */
export function CountryOutline({ place, onShown }: CountryOutlineProps) {
  const map = useMap()
  const [latitude, longitude] = place ?? []
  const [isDrawn, setDrawn] = useState(false)

  useEffect(() => {
    let isAwaited = true
    let takeAway: (() => void) | undefined
    loadCountries().then(
      (countries) => {
        if (!isAwaited) return
        takeAway = draw(map, countries)
        setDrawn(true)
        onShown()
      },
      // The map already reports that it did not load.
      () => undefined,
    )
    return () => {
      isAwaited = false
      takeAway?.()
    }
  }, [map, onShown])

  useEffect(() => {
    const deepest = map.getMaxZoom()
    map.setMaxZoom(ZOOM_MAX)
    return () => void map.setMaxZoom(deepest)
  }, [map])

  useEffect(() => {
    if (latitude === undefined || longitude === undefined) return
    map.setView([latitude, longitude], OUTLINE_ZOOM, { animate: false })
  }, [map, latitude, longitude])

  return isDrawn ? <CityMarks grave={place} /> : null
}

/** Near enough that the nearest cities and the borders are visible. */
export const OUTLINE_ZOOM = 4
const ZOOM_MAX = 7

const LAND = { stroke: true, color: '#b9ad98', weight: 0.8, fillColor: '#f1ece0', fillOpacity: 1 }
const OURS = { ...LAND, color: '#8d7f69', weight: 1.2, fillColor: '#fffaf0' }

/** Draws below the marker; the returned function removes the drawing. */
function draw(map: LeafletMap, countries: Country[]): () => void {
  // In the pane of the tiles, which is dimmed in dark mode.
  const drawn = { renderer: canvas({ pane: 'tilePane', padding: 0.5 }), pane: 'tilePane', interactive: false }
  const land = geoJSON(countries.map(withoutDateLine), {
    ...drawn,
    style: (country) => ({ ...drawn, ...(country?.id === RUSSIA ? OURS : LAND) }),
  }).addTo(map)
  map.getContainer().classList.add('map-outline')
  return () => {
    map.getContainer().classList.remove('map-outline')
    land.remove()
  }
}

/** Shows the east of Chukotka next to the rest of the country, not at the other end of the map. */
function withoutDateLine(country: Country): Country {
  const { geometry } = country
  if (country.id !== RUSSIA || geometry.type !== 'MultiPolygon') return country
  const coordinates = geometry.coordinates.map((rings) =>
    rings.map((ring) => ring.map(([x = 0, y = 0]) => (x < -150 ? [x + 360, y] : [x, y]))),
  )
  return { ...country, geometry: { ...geometry, coordinates } }
}

/** Cities with their names on the outline of the country; names avoid the marker of the grave. */
function CityMarks({ grave }: { grave: LatLngTuple | undefined }) {
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
