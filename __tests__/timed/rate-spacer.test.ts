import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { createAttempts } from '@server/lib/attempts'
import { createGeocoderService, createRateSpacer, NoSlotError } from '@server/modules/geocoder/service'
import { someSettings } from '@support/factories'
import { startMapServer } from '@support/map-server'
import { describeOnRedis, startRedis } from '@support/redis'

const PAUSE_MS = 100
/** Timers and Redis count by clocks of their own. */
const TOLERANCE_MS = 30
/** Where a turn is told late, which a busy machine does, the next one seems to follow too soon. */
const TRIES = 10

async function spacingsOf(takers: (() => Promise<void>)[]): Promise<number[]> {
  const turns = await Promise.all(takers.map((take) => take().then(() => performance.now())))
  turns.sort((one, other) => one - other)
  return turns.slice(1).map((at, index) => at - (turns[index] ?? 0))
}

/** The shortest pause between these turns, at the best of a few tries. */
async function shortestPause(takers: (() => Promise<void>)[]): Promise<number> {
  let best = 0
  for (let tries = 0; tries < TRIES && best < PAUSE_MS - TOLERANCE_MS; tries++) {
    const spacings = await spacingsOf(takers)
    expect(spacings).toHaveLength(takers.length - 1)
    best = Math.max(best, Math.min(...spacings))
  }
  return best
}

it('lets one after the other', async () => {
  const waitForSlot = createRateSpacer({ name: 'test', pauseMs: PAUSE_MS })
  expect(await shortestPause([waitForSlot, waitForSlot, waitForSlot])).toBeGreaterThanOrEqual(PAUSE_MS - TOLERANCE_MS)
})

it('gives the first turn at once, and none for a pause that was over', async () => {
  const waitForSlot = createRateSpacer({ name: 'test', pauseMs: PAUSE_MS })
  let quickest = Infinity
  for (let tries = 0; tries < TRIES && quickest >= PAUSE_MS / 2; tries++) {
    await waitForSlot()
    await pause(PAUSE_MS)
    const before = performance.now()
    await waitForSlot()
    quickest = Math.min(quickest, performance.now() - before)
  }
  expect(quickest).toBeLessThan(PAUSE_MS / 2)
})

it('goes on by itself while Redis is away', async () => {
  const redis = new Redis('redis://127.0.0.1:1', {
    enableOfflineQueue: false,
    lazyConnect: true,
    retryStrategy: () => null,
  })
  redis.on('error', () => undefined)
  const waitForSlot = createRateSpacer({ name: 'test', pauseMs: PAUSE_MS, redis })
  const shortest = await shortestPause([waitForSlot, waitForSlot])
  redis.disconnect()
  expect(shortest).toBeGreaterThanOrEqual(PAUSE_MS - TOLERANCE_MS)
})

describeOnRedis(() => {
  let redis: Awaited<ReturnType<typeof startRedis>>
  let connections: Redis[]

  beforeAll(async () => {
    redis = await startRedis()
    connections = [new Redis(redis.url), new Redis(redis.url), new Redis(redis.url)]
  })
  afterAll(async () => {
    for (const connection of connections) connection.disconnect()
    await redis.stop()
  })

  it('lets one after the other of all processes', async () => {
    const takers = connections.map((connection) =>
      createRateSpacer({ name: 'shared', pauseMs: PAUSE_MS, redis: connection }),
    )
    expect(await shortestPause([...takers, ...takers])).toBeGreaterThanOrEqual(PAUSE_MS - TOLERANCE_MS)
  })

  it('asks the geocoder in turns, whichever process is asked', async () => {
    const geocoder = await startMapServer()
    const askedAt: number[] = []
    geocoder.answer((response) => {
      askedAt.push(performance.now())
      response.setHeader('content-type', 'application/json').end('[]')
    })
    const services = connections.map((connection) =>
      createGeocoderService({
        config: { geocoderUrl: new URL('/search', geocoder.template).href, site: someSettings() },
        limitAttempts: createAttempts({ redis: connection, secretKey: 'test' }),
        log: { warn: () => undefined },
        redis: connection,
        pauseMs: 2 * PAUSE_MS,
      }),
    )
    const somebody = { id: 1 } as Parameters<(typeof services)[0]['find']>[0]
    await Promise.all(services.map((service) => service.find(somebody, 'Тверь')))
    await geocoder.close()
    expect(askedAt).toHaveLength(3)
    // Two pauses; how long a first connection takes is not ours to say.
    expect((askedAt.at(-1) ?? 0) - (askedAt[0] ?? 0)).toBeGreaterThanOrEqual(3 * PAUSE_MS)
  })

  it('does not wait for a turn without end', async () => {
    const [connection] = connections
    await connection?.set('turns:taken', '1', 'PX', 60_000)
    const waitForSlot = createRateSpacer({ name: 'taken', pauseMs: PAUSE_MS, redis: connection })
    await expect(waitForSlot()).rejects.toThrow(NoSlotError)
  })
})
