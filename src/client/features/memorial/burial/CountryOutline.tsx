import { canvas, circleMarker, geoJSON, type LatLngTuple, layerGroup, type Map as LeafletMap } from 'leaflet'
import { useEffect, useState } from 'react'
import { useMap } from 'react-leaflet'
import { PIN_HEIGHT, PIN_WIDTH } from './MapPin'
import { type Country, loadCountries, RUSSIA } from './countries'

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

/** A city on the outline of the country. */
export interface City {
  name: string
  latitude: number
  longitude: number
  /** Shown at low zoom. */
  isLarge: boolean
}

/** Cities for orientation, to a tenth of a degree. The first list is shown at low zoom. */
const LARGE = `Москва 55.8 37.6; Санкт-Петербург 59.9 30.3; Калининград 54.7 20.5; Мурманск 69.0 33.1; Архангельск 64.5 40.5;
Ростов-на-Дону 47.2 39.7; Волгоград 48.7 44.5; Казань 55.8 49.1; Екатеринбург 56.8 60.6; Омск 55.0 73.4;
Новосибирск 55.0 82.9; Красноярск 56.0 92.9; Норильск 69.3 88.2; Иркутск 52.3 104.3; Якутск 62.0 129.7; Чита 52.0 113.5;
Хабаровск 48.5 135.1; Владивосток 43.1 131.9; Магадан 59.6 150.8; Петропавловск-Камчатский 53.0 158.7; Анадырь 64.7 177.5`
const OTHERS = `Псков 57.8 28.3; Великий Новгород 58.5 31.3; Петрозаводск 61.8 34.4; Вологда 59.2 39.9; Ярославль 57.6 39.9;
Тверь 56.9 35.9; Смоленск 54.8 32.0; Брянск 53.2 34.4; Калуга 54.5 36.3; Тула 54.2 37.6; Рязань 54.6 39.7;
Владимир 56.1 40.4; Иваново 57.0 41.0; Кострома 57.8 40.9; Орёл 53.0 36.1; Курск 51.7 36.2; Белгород 50.6 36.6;
Воронеж 51.7 39.2; Липецк 52.6 39.6; Тамбов 52.7 41.5; Пенза 53.2 45.0; Саранск 54.2 45.2; Саратов 51.5 46.0;
Нижний Новгород 56.3 44.0; Чебоксары 56.1 47.2; Ульяновск 54.3 48.4; Самара 53.2 50.2; Киров 58.6 49.7;
Ижевск 56.8 53.2; Пермь 58.0 56.2; Уфа 54.7 56.0; Оренбург 51.8 55.1; Челябинск 55.2 61.4; Курган 55.4 65.3;
Тюмень 57.2 65.5; Сыктывкар 61.7 50.8; Нарьян-Мар 67.6 53.0; Воркута 67.5 64.0; Салехард 66.5 66.6; Сургут 61.3 73.4;
Ханты-Мансийск 61.0 69.0; Томск 56.5 85.0; Кемерово 55.4 86.1; Барнаул 53.3 83.8; Горно-Алтайск 52.0 86.0; Абакан 53.7 91.4;
Кызыл 51.7 94.5; Братск 56.2 101.6; Улан-Удэ 51.8 107.6; Благовещенск 50.3 127.5; Биробиджан 48.8 132.9;
Комсомольск-на-Амуре 50.6 137.0; Южно-Сахалинск 47.0 142.7; Краснодар 45.0 39.0; Сочи 43.6 39.7; Симферополь 45.0 34.1;
Севастополь 44.6 33.5; Ставрополь 45.0 42.0; Элиста 46.3 44.3; Астрахань 46.3 48.0; Майкоп 44.6 40.1; Нальчик 43.5 43.6;
Владикавказ 43.0 44.7; Грозный 43.3 45.7; Махачкала 43.0 47.5; Тикси 71.6 128.9; Певек 69.7 170.3`

export const CITIES: City[] = [...citiesOf(LARGE, true), ...citiesOf(OTHERS, false)]

function citiesOf(list: string, isLarge: boolean): City[] {
  return list.split(/;\s*/).map((entry) => {
    const [, name = '', latitude, longitude] = /^(.+) (\S+) (\S+)$/.exec(entry.trim()) ?? []
    return { name, latitude: Number(latitude), longitude: Number(longitude), isLarge }
  })
}

/** All in px. Leaflet's own stylesheet sets this margin between a name and its point; the letter width fits most letters. */
const LEAFLET_MARGIN = 6
const GAP = 2
const NAME_HEIGHT = 18
const LETTER_WIDTH = 8
/** Half the width of the pin at its widest. */
const PIN_HALF_WIDTH = PIN_WIDTH / 2 - 6

interface FromPin {
  x: number
  y: number
}

interface SideOfName {
  direction: 'left' | 'right'
  offset: [x: number, y: number]
}

/**
 * To the right of the city, unless the pin would cover the name: then next to the pin, on the side where the city lies.
 * `fromPin` leads from the tip of the pin to the city; the pin stands above its tip.
 */
export function sideOfName(name: string, fromPin: FromPin | undefined): SideOfName {
  if (!fromPin || !isBehindPin(name, fromPin)) return { direction: 'right', offset: [GAP, 0] }
  const aside = Math.max(GAP, PIN_HALF_WIDTH - Math.abs(fromPin.x) - LEAFLET_MARGIN + GAP)
  return fromPin.x < 0 ? { direction: 'left', offset: [-aside, 0] } : { direction: 'right', offset: [aside, 0] }
}

/** Whether a name to the right of its city would run below the pin. */
function isBehindPin(name: string, { x, y }: FromPin): boolean {
  const end = x + LEAFLET_MARGIN + name.length * LETTER_WIDTH
  return x < PIN_HALF_WIDTH && end > -PIN_HALF_WIDTH && y > -PIN_HEIGHT - NAME_HEIGHT / 2 && y < NAME_HEIGHT / 2
}
