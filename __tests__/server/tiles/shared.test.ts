import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { tablesInOrder } from '@server/backup/tables'
import { refuseUsed } from '@server/backup/rows'
import type { Db } from '@server/db/schema'
import { openTileFolder, tilesFolder } from '@server/tiles/tile-folder'
import { createSharedTiles } from '@server/tiles/web-tile-service'
import { clearOldTiles } from '@server/tiles/tile-service'
import { deleteOldestTiles } from '@server/tiles/tile-repository'
import { type MapServer, picture, startMapServer, status } from '@support/map-server'
import { smallPicture } from '@support/photographs'
import { describeOnPostgres } from '@support/postgres'
import { sharedPostgres, type SharedPostgres } from '@support/worker/shared-postgres'
import { startTestApp, type TestApp } from '@support/server-app'
import { until } from '@support/until'

const TEST_MS = 180_000

describeOnPostgres(() => {
  let postgres: SharedPostgres
  let map: MapServer
  let one: TestApp
  let other: TestApp
  let png: Buffer
  let row = 0

  beforeAll(async () => {
    png = await smallPicture('png')
    postgres = await sharedPostgres()
    map = await startMapServer()
    const settings = { DATABASE_URL: await postgres.makeMigratedDatabase(), TILE_URL: map.template }
    one = await startTestApp(settings)
    other = await startTestApp(settings)
  }, TEST_MS)
  afterAll(async () => {
    await one.close()
    await other.close()
    await map.close()
  })
  beforeEach(() => {
    map.asked.length = 0
    map.answer(picture(png))
  })

  /** A tile that no test before has asked for. */
  const newTile = () => `19/7/${(row += 1)}.png`
  const show = async ({ app }: TestApp, tile: string) => {
    const { statusCode, headers, rawPayload } = await app.inject({
      url: `/tiles/${tile}`,
      remoteAddress: '203.0.113.7',
    })
    return { status: statusCode, bytes: rawPayload, cached: headers['cache-control'] }
  }
  const fresh = () => ({ status: 200, bytes: png, cached: 'public, max-age=604800' })
  const makeOlder = (days: number) =>
    sql`update tiles set fetched_at = fetched_at - make_interval(days => ${days})`.execute(one.db)
  const claims = async () => (await one.db.selectFrom('tile_claims').select('key').execute()).length

  /** The map's server answers when it is told to. */
  function answerLater(how: Parameters<MapServer['answer']>[0]): () => void {
    const waiting: Parameters<typeof how>[0][] = []
    map.answer((response) => void waiting.push(response))
    return () => {
      map.answer(how)
      for (const response of waiting) how(response)
    }
  }

  it('is fetched once, whichever process is asked later', async () => {
    const tile = newTile()
    expect([await show(one, tile), await show(other, tile)]).toEqual([fresh(), fresh()])
    expect(map.asked).toEqual([`/map/${tile}`])
    expect(await claims()).toBe(0)
  })

  it('is fetched once when both processes are asked at the same time, and holds no connection meanwhile', async () => {
    const tile = newTile()
    const answer = answerLater(picture(png))
    const shown = Promise.all([show(one, tile), show(other, tile)])
    await until(async () => map.asked.length === 1 && (await claims()) === 1)
    await pause(500)
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(one.db)
    expect(rows).toEqual([{ count: 0 }])

    answer()
    expect(await shown).toEqual([fresh(), fresh()])
    expect(map.asked).toHaveLength(1)
  })

  it('is not fetched by whoever gets the claim just after it was kept', async () => {
    const tile = { z: 19, x: 7, y: (row += 1) }
    let unlock: (() => void) | undefined
    const unlocked = new Promise<void>((resolve) => (unlock = resolve))
    let isLocked = false
    const locking = other.db.transaction().execute(async (tx) => {
      await sql`lock table tile_claims in exclusive mode`.execute(tx)
      isLocked = true
      await unlocked
    })
    await until(() => Promise.resolve(isLocked))
    const shown = show(one, `19/7/${row}.png`)
    await until(async () => {
      // Other tests have databases on the same server.
      const { rows } = await sql`select from pg_locks where not granted and relation = 'tile_claims'::regclass
        and database = (select oid from pg_database where datname = current_database())`.execute(other.db)
      return rows.length > 0
    })
    await createSharedTiles(other.db, map.template).put(tile, png)
    unlock?.()
    await locking

    expect(await shown).toEqual(fresh())
    expect(map.asked).toEqual([])
  })

  it('is not asked for twice when there is none', async () => {
    const tile = newTile()
    const answer = answerLater(status(404))
    const shown = Promise.all([show(one, tile), show(other, tile)])
    await until(() => map.asked.length === 1)
    await pause(300)
    answer()
    expect((await shown).map((each) => each.status)).toEqual([502, 502])
    expect(map.asked).toHaveLength(1)
  })

  it('is looked at again by one process after a month, while the other shows what it has', async () => {
    const tile = newTile()
    await show(one, tile)
    await makeOlder(31)
    const answer = answerLater(status(304))
    const looking = show(one, tile)
    await until(() => map.asked.length === 2)

    expect(await show(other, tile)).toEqual({ ...fresh(), cached: 'public, max-age=600' })
    answer()
    expect(await looking).toEqual(fresh())
    expect(await show(other, tile)).toEqual(fresh())
    expect(map.asked).toHaveLength(2)
  })

  it('is fetched by another process when the claim of one that died has run out, and not before', async () => {
    const tile = { z: 19, x: 7, y: (row += 1) }
    const dead = createSharedTiles(one.db, map.template)
    expect(await dead.claim(tile)).toBeDefined()
    expect(await dead.claim(tile)).toBeUndefined()
    await sql`update tile_claims set expires_at = now() - interval '1 second'`.execute(one.db)

    expect(await show(other, `19/7/${row}.png`)).toEqual(fresh())
  })

  it('leaves alone the claim of whoever took over from it', async () => {
    const tile = { z: 19, x: 7, y: (row += 1) }
    const tiles = createSharedTiles(one.db, map.template)
    const slow = await tiles.claim(tile)
    await sql`update tile_claims set expires_at = now() - interval '1 second'`.execute(one.db)
    const quick = await tiles.claim(tile)

    await slow?.release()
    expect(await tiles.isClaimed(tile)).toBe(true)
    await quick?.release()
    expect(await tiles.isClaimed(tile)).toBe(false)
  })

  it('is kept within the room that there is: what was fetched longest ago goes first', async () => {
    const { db } = one
    const tiles = createSharedTiles(db, randomUUID())
    await db.deleteFrom('tiles').execute()
    await tiles.put({ z: 5, x: 1, y: 0 }, Buffer.alloc(100))
    await makeOlder(20)
    for (const x of [2, 3]) await tiles.put({ z: 5, x, y: 0 }, Buffer.alloc(100))

    await deleteOldestTiles(db, 2 * 300)

    const isKept = await Promise.all([1, 2, 3].map(async (x) => !!(await tiles.read({ z: 5, x, y: 0 }))))
    expect(isKept).toEqual([false, true, true])
  })

  it('is not kept in the folder of a process, where those of a release before are cleared away', async () => {
    const { dataDir, db } = one
    const ofBefore = openTileFolder(tilesFolder(dataDir), map.template)
    await ofBefore.put({ z: 5, x: 1, y: 0 }, png)
    await show(one, newTile())

    await clearOldTiles({ dataDir, sharedDb: db })

    const files = await readdir(tilesFolder(dataDir), { recursive: true, withFileTypes: true })
    expect(files.filter((entry) => entry.isFile())).toEqual([])
    expect(await tileCount(db)).toBeGreaterThan(0)
  })

  it('is in no backup, and in nobody’s way when one is restored', async () => {
    await show(one, newTile())
    expect((await tablesInOrder(one.db)).filter((table) => table.includes('tile'))).toEqual([])
    await one.db.transaction().execute(refuseUsed)
  })
})

async function tileCount(db: Db): Promise<number> {
  return (await db.selectFrom('tiles').select('key').execute()).length
}
