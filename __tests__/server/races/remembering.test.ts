import { moscowDay } from '@contract/days'
import type { Memorial } from '@contract/memorial'
import { countCandles, insertCandles } from '@server/modules/remembering/repository'
import { createCandleBatches } from '@server/modules/remembering/candle-batches'
import { aNewAddress } from '@support/access-requests'
import { doTheJobs } from '@support/jobs'
import type { TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { until } from '@support/until'
import { onEachEngine, statusesOf } from './race'

onEachEngine({
  'counts every candle once, and two from one address as one': candles,
  'writes candles that wait when the process stops, and counts those that two processes write once': twoProcesses,
  'takes one of two decisions on a relation at once': oneDecision,
  'takes one of two requests that cross': crossing,
  'tells keepers of a relation once when two processes look at once': oneLetter,
})

async function aPage(server: TestApp) {
  const owner = await anOwner(server)
  return { owner, page: await aStoredMemorial(server, owner.token, { public_status: 'true' }) }
}

async function candles(server: TestApp) {
  return async () => {
    const { page } = await aPage(server)
    const light = (remoteAddress: string) =>
      server.api({ method: 'POST', url: `/memorial/${page.id}/candle`, remoteAddress })
    const one = aNewAddress()
    expect(await statusesOf([light(one), light(one), light(aNewAddress()), light(aNewAddress())])).toEqual(
      new Array(4).fill(200),
    )
    const read = await server.api({ url: `/memorial/${page.id}` })
    expect(read.json<Memorial>().candles).toBe(3)
    await until(async () => (await countCandles(server.db, page.id, moscowDay()))?.lit_in_all === 3)
  }
}

async function twoProcesses(server: TestApp) {
  return async () => {
    const { page } = await aPage(server)
    const day = moscowDay()
    const candle = (of: number) => ({ memorial_id: page.id, day, address_hash: Buffer.alloc(32, of) })
    const log = { error: () => undefined }
    const [one, other] = [createCandleBatches({ db: server.db, log }), createCandleBatches({ db: server.db, log })]
    expect(await one.light(candle(1))).toEqual({ lit_today: 1, lit_in_all: 1 })
    expect(await one.light(candle(2))).toEqual({ lit_today: 2, lit_in_all: 2 })
    await other.light(candle(2))
    await other.light(candle(3))
    await Promise.all([one.stop(), other.stop()])
    expect(await countCandles(server.db, page.id, day)).toEqual({ lit_today: 3, lit_in_all: 3 })
    // An answer of the database that was lost: what it wrote is sent again, in another order.
    await insertCandles(server.db, day, [candle(3), candle(1)])
    expect(await countCandles(server.db, page.id, day)).toEqual({ lit_today: 3, lit_in_all: 3 })
  }
}

async function twoPages(server: TestApp) {
  const [one, other] = [await aPage(server), await aPage(server)]
  const ask = (from: typeof one, to: typeof one) =>
    server.api({
      method: 'POST',
      url: `/memorial/${from.page.id}/relations`,
      token: from.owner.token,
      payload: { memorial_id: to.page.id, kind: 'spouse' },
    })
  const between = () =>
    server.db.selectFrom('relations').selectAll().where('memorial_id', 'in', [one.page.id, other.page.id]).execute()
  return { one, other, ask, between }
}

async function oneDecision(server: TestApp) {
  return async () => {
    const { one, other, ask, between } = await twoPages(server)
    await ask(one, other)
    const [request] = await between()
    const decide = (decision: string) =>
      server.api({
        method: 'POST',
        url: `/relations/${request?.id}/decide`,
        token: other.owner.token,
        payload: { decision },
      })
    const both = [decide('approved'), decide('rejected')]
    expect(await statusesOf(both)).toEqual([200, 409])
    const [approved] = await Promise.all(both)
    expect((await between())[0]?.status).toBe(approved?.statusCode === 200 ? 'approved' : 'rejected')
  }
}

async function crossing(server: TestApp) {
  return async () => {
    const { one, other, ask, between } = await twoPages(server)
    expect(await statusesOf([ask(one, other), ask(other, one)])).toEqual([202, 409])
    expect(await between()).toHaveLength(1)
  }
}

async function oneLetter(server: TestApp) {
  return async () => {
    const { one, other, ask } = await twoPages(server)
    await ask(one, other)
    await Promise.all([doTheJobs(server), doTheJobs(server)])
    const letters = await server.db
      .selectFrom('letters')
      .select('id')
      .where('recipient', '=', other.owner.user.email)
      .where('subject', '=', 'Вас просят подтвердить родство')
      .execute()
    expect(letters).toHaveLength(1)
  }
}
