import { PbfReader } from 'pbf'

/** The densest tiles of real maps have a quarter of this. */
const POINTS_MAX = 200_000

const [LAYER, FEATURE, GEOMETRY] = [3, 2, 4] as const
const CLOSE_PATH = 7

/**
 * Throws when a vector tile has more points than we draw. A few bytes can ask for hundreds of millions of them: the
 * command that closes a path has a repeat count, and the reader of @mapbox/vector-tile adds a point each time.
 */
export function refuseTooManyPoints(bytes: Uint8Array): void {
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
