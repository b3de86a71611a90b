import { setImmediate } from 'node:timers/promises'
import type { ApiError } from '@server/lib/api-error'
import { createAttempts } from '@server/lib/attempts'
import { createFileTileService } from '@server/tiles/tile-service'
import type { Tile } from '@server/tiles/tile'
import type { FoundTile, TileFile } from '@server/tiles/tile-file'

const TILE: Tile = { z: 14, x: 9, y: 5 }
const ADDRESS = '203.0.113.7'
const MEGABYTE = 1024 * 1024

/** A file that has every tile. Drawings are as large as asked, and wait while they are held. */
function fileOfEveryTile({ pictureBytes = 10 }: { pictureBytes?: number } = {}) {
  const drawn: string[] = []
  let [running, mostAtOnce] = [0, 0]
  let held: Promise<void> | undefined
  const file: TileFile = {
    find: ({ z, x, y }) =>
      Promise.resolve({
        packed: new Uint8Array(),
        part: { scale: 1, column: x, row: y },
        zoom: z,
        etag: `"${z}-${x}-${y}"`,
      }),
    async draw({ etag }: FoundTile) {
      drawn.push(etag)
      mostAtOnce = Math.max(mostAtOnce, ++running)
      await held
      running--
      return { bytes: Buffer.alloc(pictureBytes), type: 'image/svg+xml' }
    },
    close: () => Promise.resolve(),
  }
  const hold = () => {
    let letGo: () => void = () => undefined
    held = new Promise((resolve) => (letGo = resolve))
    return () => letGo()
  }
  return { file, drawn, hold, mostAtOnce: () => mostAtOnce }
}

function serving({ file }: { file: TileFile }) {
  const tiles = createFileTileService('town.pmtiles', {
    limitAttempts: createAttempts(),
    log: { warn: () => undefined },
    open: () => Promise.resolve(file),
  })
  return (tile: Tile = TILE, known?: string) => tiles.show(tile, { address: ADDRESS, known })
}

it('draws a tile once, for who comes later too', async () => {
  const every = fileOfEveryTile()
  const show = serving(every)
  const [first, second] = [await show(), await show()]
  expect(every.drawn).toHaveLength(1)
  expect(second).toEqual(first)
})

it('draws a tile once for all who wait for it', async () => {
  const every = fileOfEveryTile()
  const show = serving(every)
  const letGo = every.hold()
  const crowd = Promise.all(Array.from({ length: 50 }, () => show()))
  await setImmediate()
  letGo()
  expect(await crowd).toHaveLength(50)
  expect(every.drawn).toHaveLength(1)
})

it('draws nothing for a browser that has the tile', async () => {
  const every = fileOfEveryTile()
  const show = serving(every)
  expect(await show(TILE, 'W/"14-9-5"')).toEqual({ etag: '"14-9-5"', isStale: false, picture: undefined })
  expect(every.drawn).toEqual([])
  expect((await show(TILE, '"older"')).picture).toBeDefined()
  expect((await show(TILE, '"14-9-5"')).picture).toBeUndefined()
  expect(every.drawn).toHaveLength(1)
})

it('draws two at once, lets 300 wait and refuses the rest', async () => {
  const every = fileOfEveryTile()
  const show = serving(every)
  const letGo = every.hold()
  const crowd = Array.from({ length: 310 }, (_none, x) =>
    show({ ...TILE, x }).then(
      () => 200,
      (error: unknown) => (error as ApiError).status,
    ),
  )
  await setImmediate()
  letGo()
  const statuses = await Promise.all(crowd)
  expect(statuses.filter((status) => status === 503)).toHaveLength(8)
  expect(statuses.filter((status) => status === 200)).toHaveLength(302)
  expect(every.mostAtOnce()).toBe(2)
  expect((await show({ ...TILE, x: 309 })).picture).toBeDefined()
})

it('keeps 32 MB of drawn tiles, those that were asked for last', async () => {
  const every = fileOfEveryTile({ pictureBytes: 10 * MEGABYTE })
  const show = serving(every)
  for (const x of [1, 2, 3, 1, 4]) await show({ ...TILE, x })
  expect(every.drawn).toHaveLength(4)
  await show({ ...TILE, x: 1 })
  expect(every.drawn).toHaveLength(4)
  await show({ ...TILE, x: 2 })
  expect(every.drawn).toHaveLength(5)
})
