import { setImmediate } from 'node:timers/promises'
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import type { TilePart } from './tile'

export const SVG_TYPE = 'image/svg+xml'
export const TILE_SIZE = 256
const LAND = '#f3efe6'
/** How far beyond its edge a tile is drawn, in pixels, so that lines reach the edge. */
const MARGIN = 8

/** Included in the ETag. Raise it when the drawing of the same tile changes: browsers revalidate after a week. */
export const DRAWING_VERSION = 1

/** Four times the drawings of the densest towns. */
const SVG_MAX_LENGTH = 4_000_000
/** After so many characters the drawing yields to other requests. */
const LETTERS_IN_A_ROW = 100_000

/**
 * Draws a vector tile (Mapbox Vector Tile) as a picture of 256 × 256 pixels: ground, water, woods, roads, houses, place
 * names. Knows the layers of Protomaps and OpenMapTiles; others become thin lines. `zoom` determines the width of
 * roads. Throws when the tile is damaged or the picture becomes too large.
 */
export async function drawVectorTile(bytes: Uint8Array, part: TilePart, zoom: number): Promise<string> {
  refuseTooManyPoints(bytes)
  const { layers } = new VectorTile(new PbfReader(bytes))
  const names = Object.keys(layers).sort((one, other) => depthOf(one) - depthOf(other))
  const shapes: string[] = []
  const labels: string[] = []
  let [length, pauseAt] = [0, LETTERS_IN_A_ROW]
  for (const name of names) {
    const layer = layers[name]
    if (!layer) continue
    for (let index = 0; index < layer.length; index++) {
      const feature = layer.feature(index)
      const isLabel = TYPES[feature.type] === 'Point'
      const added = isLabel ? labelOf(name, feature, part, zoom) : shapeOf(name, feature, part, zoom)
      ;(isLabel ? labels : shapes).push(...added)
      length += added.reduce((sum, { length: letters }) => sum + letters, 0)
      if (length > SVG_MAX_LENGTH) throw new Error(`a tile drawn is longer than ${SVG_MAX_LENGTH} letters`)
      if (length < pauseAt) continue
      pauseAt = length + LETTERS_IN_A_ROW
      await setImmediate()
    }
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE_SIZE}" height="${TILE_SIZE}" viewBox="0 0 ${TILE_SIZE} ${TILE_SIZE}">`,
    `<rect width="${TILE_SIZE}" height="${TILE_SIZE}" fill="${LAND}"/>`,
    ...shapes,
    ...labels,
    '</svg>',
  ].join('')
}

const TYPES = ['Unknown', 'Point', 'LineString', 'Polygon'] as const

function depthOf(layer: string): number {
  const depth = LAYERS_FROM_BELOW.indexOf(layer)
  return depth === -1 ? LAYERS_FROM_BELOW.length : depth
}

function shapeOf(layer: string, feature: VectorTileFeature, part: TilePart, zoom: number): string[] {
  const isArea = TYPES[feature.type] === 'Polygon'
  const look = lookOf(layer, kindOf(feature.properties), isArea, zoom)
  if (!look) return []
  const lines = linesOf(feature, part)
  if (!lines.some(isSeen)) return []
  const path = lines.map((line) => `M${line.map(([x, y]) => `${x} ${y}`).join('L')}${isArea ? 'Z' : ''}`).join('')
  return [`<path d="${path}"${attributesOf(look)}/>`]
}

function attributesOf({ fill, stroke, width, dashes }: Look): string {
  const filled = ` fill="${fill ?? 'none'}"${fill ? ' fill-rule="evenodd"' : ''}`
  const stroked = stroke ? ` stroke="${stroke}" stroke-width="${width ?? 1}" stroke-linejoin="round"` : ''
  return filled + stroked + (dashes ? ` stroke-dasharray="${dashes}"` : ' stroke-linecap="round"')
}

type Place = [x: number, y: number]

/** The lines of a feature in pixels of the picture. */
function linesOf(feature: VectorTileFeature, { scale, column, row }: TilePart): Place[][] {
  const pixels = (TILE_SIZE * scale) / feature.extent
  const rounded = (value: number) => Math.round(value * 10) / 10
  return feature
    .loadGeometry()
    .map((line) =>
      line.map(({ x, y }): Place => [rounded(x * pixels - column * TILE_SIZE), rounded(y * pixels - row * TILE_SIZE)]),
    )
}

/** Whether a line may touch the picture. */
function isSeen(line: Place[]): boolean {
  const xs = line.map(([x]) => x)
  const ys = line.map(([, y]) => y)
  const far = TILE_SIZE + MARGIN
  return Math.max(...xs) > -MARGIN && Math.min(...xs) < far && Math.max(...ys) > -MARGIN && Math.min(...ys) < far
}

const LABEL_LAYERS = ['places', 'place', 'place_label']
const LABEL_LETTER_WIDTH = 7
const LABEL_MAX_LENGTH = 100
const LABEL_SIZE = 12

/** The name of a town or village, moved as far as needed to fit into the picture. */
function labelOf(layer: string, feature: VectorTileFeature, part: TilePart, zoom: number): string[] {
  const { properties } = feature
  const name = properties['name:ru'] ?? properties.name_ru ?? properties.name
  if (!LABEL_LAYERS.includes(layer) || typeof name !== 'string' || name.length > LABEL_MAX_LENGTH) return []
  if (SMALL_PLACES.includes(kindOf(properties)) && zoom < SMALL_PLACES_ZOOM) return []
  const [[x, y] = [-1, -1]] = linesOf(feature, part)[0] ?? []
  const isHere = x >= 0 && y >= 0 && x < TILE_SIZE && y < TILE_SIZE
  if (!isHere) return []
  const half = (name.length * LABEL_LETTER_WIDTH) / 2 + 4
  const middle = half * 2 > TILE_SIZE ? TILE_SIZE / 2 : Math.min(Math.max(x, half), TILE_SIZE - half)
  const foot = Math.min(Math.max(y, LABEL_SIZE + 4), TILE_SIZE - 6)
  return [
    `<text x="${middle}" y="${foot}" font-family="sans-serif" font-size="${LABEL_SIZE}" text-anchor="middle" fill="#39423e" stroke="#fffdf9" stroke-width="3" paint-order="stroke">${escaped(name)}</text>`,
  ]
}

const SMALL_PLACES = ['village', 'hamlet', 'suburb', 'quarter', 'neighbourhood', 'locality', 'isolated_dwelling']
const SMALL_PLACES_ZOOM = 11

function escaped(text: string): string {
  return text
    .replace(/[^\P{C}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** The densest tiles of real maps have a quarter of this. */
const POINTS_MAX = 200_000

const [LAYER, FEATURE, GEOMETRY] = [3, 2, 4] as const
const CLOSE_PATH = 7

/**
 * Throws when a vector tile has more points than we draw. A few bytes can ask for hundreds of millions of them: the
 * command that closes a path has a repeat count, and the reader of @mapbox/vector-tile adds a point each time.
 */
function refuseTooManyPoints(bytes: Uint8Array): void {
  let points = 0

  function count(added: number): void {
    points += added
    if (points > POINTS_MAX) throw new Error(`a vector tile has more than ${POINTS_MAX} points`)
  }

  function countGeometry(pbf: PbfReader): void {
    const end = pbf.readVarint() + pbf.pos
    while (pbf.pos < end) {
      const command = pbf.readVarint()
      const times = command >> 3
      if ((command & 7) === CLOSE_PATH) count(times)
      else for (let time = 0; time < times && pbf.pos < end; time++) countPoint(pbf)
    }
  }

  function countPoint(pbf: PbfReader): void {
    pbf.readVarint()
    pbf.readVarint()
    count(1)
  }

  new PbfReader(bytes).readFields((tag, _result, tile) => {
    if (tag !== LAYER) return
    tile.readMessage((field, _layer, layer) => {
      if (field !== FEATURE) return
      layer.readMessage((part, _feature, feature) => {
        if (part === GEOMETRY) countGeometry(feature)
      }, undefined)
    }, undefined)
  }, undefined)
}

/** The style of a vector map. Colours are muted, so that the marker of the grave stands out. */
interface Look {
  fill?: string
  stroke?: string
  /** In pixels. */
  width?: number
  dashes?: string
}

/** The layers of Protomaps and OpenMapTiles maps, bottom first. */
const LAYERS_FROM_BELOW = [
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
function kindOf(properties: Record<string, number | string | boolean>): string {
  const { kind_detail: detail, kind, subclass, class: ofClass } = properties
  const names = [kind === 'path' || kind === undefined ? detail : undefined, kind, ofClass, subclass]
  return String(names.find((name) => name !== undefined) ?? '')
}

/** Undefined for what is not drawn. */
function lookOf(layer: string, kind: string, isArea: boolean, zoom: number): Look | undefined {
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
