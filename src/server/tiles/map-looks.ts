/** The style of a vector map. Colours are muted, so that the marker of the grave stands out. */
export interface Look {
  fill?: string
  stroke?: string
  /** In pixels. */
  width?: number
  dashes?: string
}

/** The layers of Protomaps and OpenMapTiles maps, bottom first. */
export const LAYERS_FROM_BELOW = [
  'earth',
  'landcover',
  'landuse',
  'park',
  'water',
  'waterway',
  'boundary',
  'boundaries',
  'building',
  'buildings',
  'transportation',
  'roads',
]

/** The kind of a feature, in either schema. */
export function kindOf(properties: Record<string, number | string | boolean>): string {
  const { kind_detail: detail, kind, subclass, class: ofClass } = properties
  const names = [kind === 'path' || kind === undefined ? detail : undefined, kind, ofClass, subclass]
  return String(names.find((name) => name !== undefined) ?? '')
}

/** Undefined for what is not drawn. */
export function lookOf(layer: string, kind: string, isArea: boolean, zoom: number): Look | undefined {
  if (isArea) return AREAS[layer]?.(kind)
  return LINES[layer]?.(kind, zoom) ?? (layer in AREAS ? undefined : { stroke: '#c9c3b6', width: 0.6 })
}

const WATER = '#b5cfdc'
const WOOD = '#d5e0c6'
const GRASS = '#e3e8d3'
const CEMETERY = '#cfdabf'
const GREEN: Record<string, string> = {
  cemetery: CEMETERY,
  grave_yard: CEMETERY,
  wood: WOOD,
  forest: WOOD,
  grass: GRASS,
  grassland: GRASS,
  meadow: GRASS,
  park: GRASS,
  farmland: '#f0ecd9',
  residential: '#ebe5da',
}

const filled = (fill: string | undefined): Look | undefined => (fill ? { fill } : undefined)

const AREAS: Record<string, (kind: string) => Look | undefined> = {
  earth: () => ({ fill: '#f3efe6' }),
  landcover: (kind) => filled(GREEN[kind]),
  landuse: (kind) => filled(GREEN[kind]),
  park: () => ({ fill: GRASS }),
  water: () => ({ fill: WATER }),
  building: () => ({ fill: '#ddd3c5' }),
  buildings: () => ({ fill: '#ddd3c5' }),
}

const LINES: Record<string, (kind: string, zoom: number) => Look | undefined> = {
  water: () => ({ stroke: WATER, width: 1.4 }),
  waterway: () => ({ stroke: WATER, width: 1.4 }),
  boundary: () => ({ stroke: '#a99a8b', width: 1, dashes: '4 3' }),
  boundaries: () => ({ stroke: '#a99a8b', width: 1, dashes: '4 3' }),
  transportation: roadOf,
  roads: roadOf,
}

const RAILS = ['rail', 'transit', 'railway']
const FOOTWAYS = ['path', 'footway', 'track', 'steps', 'pedestrian', 'cycleway', 'bridleway']
const LARGE = ['motorway', 'trunk', 'highway']
const MIDDLE = ['primary', 'secondary', 'tertiary', 'major_road', 'medium_road']

function roadOf(kind: string, zoom: number): Look {
  // Doubles every two zoom levels: roads grow more slowly than the ground around them.
  const width = (base: number) => Math.round(Math.max(0.6, base * 2 ** ((zoom - 14) / 2)) * 10) / 10
  if (RAILS.includes(kind)) return { stroke: '#9b958c', width: 1, dashes: '5 3' }
  if (FOOTWAYS.includes(kind)) return { stroke: '#b59e80', width: 1, dashes: '3 2' }
  if (LARGE.includes(kind)) return { stroke: '#d9a86c', width: width(4) }
  if (MIDDLE.includes(kind)) return { stroke: '#dcc49a', width: width(3) }
  return { stroke: '#c4bcae', width: width(1.6) }
}
