import type { Updateable } from 'kysely'
import { ARCHIVE_LIMIT_BYTES, STORAGE_STEP_BYTES } from '@contract/limits'
import type { User } from '@contract/user'
import type { Tables } from '@server/db/schema'
import { memorialForm } from '@support/memorial-form'
import type { TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { onEachEngine, statusesOf } from './race'

onEachEngine(
  {
    'gives the last upgrade to one of two memorials, and the last two to both': (server) =>
      asManyAsThereAre(server, 'upgrade'),
    'upgrades a memorial once, for one credit': (server) => onceForOne(server, 'upgrade'),
    'gives the last gigabyte to one of two memorials, and the last two to both': (server) =>
      asManyAsThereAre(server, 'add-storage'),
    'adds storage to a memorial once, for one credit': (server) => onceForOne(server, 'add-storage'),
    'gives the last place to one of several new memorials': lastPlace,
    'gives the last upgrade to one of a new memorial and one that is there': newOrOld,
    'honours a promo code once': promoCode,
  },
  { CATALOGUE_DIR: 'config/demo/catalogue' },
)

type Purchase = 'upgrade' | 'add-storage'

/** The credit that a purchase costs, and the storage limit before it and after. */
const PURCHASES = {
  upgrade: { credit: 'advanced_memorials_left', before: 0, after: ARCHIVE_LIMIT_BYTES },
  'add-storage': {
    credit: 'bonus_gb_left',
    before: ARCHIVE_LIMIT_BYTES,
    after: ARCHIVE_LIMIT_BYTES + STORAGE_STEP_BYTES,
  },
} as const

/** An owner, what they have left, and the storage limits of all their memorials, smallest first. */
async function aSpender(server: TestApp) {
  const { user, token } = await anOwner(server)
  const memorials = server.db.selectFrom('memorials').where('user_id', '=', user.id)
  return {
    token,
    newMemorial: () => aStoredMemorial(server, token),
    buy: (what: Purchase, id: number) => server.api({ method: 'PATCH', url: `/memorial/${what}/${id}`, token }),
    give: (columns: Updateable<Tables['users']>) =>
      server.db.updateTable('users').set(columns).where('id', '=', user.id).execute(),
    left: async () => (await server.api({ url: '/users/me', token })).json<User>(),
    limits: async () => {
      const rows = await memorials.select('media_storage_limit as limit').orderBy('limit').execute()
      return rows.map(({ limit }) => limit)
    },
    setLimits: (bytes: number) =>
      server.db
        .updateTable('memorials')
        .set({ media_storage_limit: bytes, is_advanced: bytes > 0 })
        .where('user_id', '=', user.id)
        .execute(),
    removeAll: () => server.db.deleteFrom('memorials').where('user_id', '=', user.id).execute(),
  }
}

async function asManyAsThereAre(server: TestApp, what: Purchase) {
  const { credit, before, after } = PURCHASES[what]
  const { newMemorial, setLimits, give, buy, left, limits } = await aSpender(server)
  const [one, other] = [await newMemorial(), await newMemorial()]
  const race = async (credits: 1 | 2) => {
    await setLimits(before)
    await give({ [credit]: credits })
    expect(await statusesOf([buy(what, one.id), buy(what, other.id)])).toEqual([200, credits === 2 ? 200 : 403])
    expect(await left()).toMatchObject({ [credit]: 0 })
    expect(await limits()).toEqual([credits === 2 ? after : before, after])
  }
  return async () => {
    await race(1)
    await race(2)
  }
}

async function onceForOne(server: TestApp, what: Purchase) {
  const { credit, before, after } = PURCHASES[what]
  const { newMemorial, setLimits, give, buy, left, limits } = await aSpender(server)
  const { id } = await newMemorial()
  return async (round: number) => {
    const spare = round % 2
    await setLimits(before)
    await give({ [credit]: 1 + spare })
    expect(await statusesOf([buy(what, id), buy(what, id)])).toEqual([200, 409])
    expect(await left()).toMatchObject({ [credit]: spare })
    expect(await limits()).toEqual([after])
  }
}

async function lastPlace(server: TestApp) {
  const { token, give, removeAll, limits } = await aSpender(server)
  await give({ max_memorials: 1 })
  const create = () => server.api({ method: 'POST', url: '/memorial/create', token, payload: memorialForm() })
  return async () => {
    await removeAll()
    expect(await statusesOf([create(), create(), create()])).toEqual([201, 403, 403])
    expect(await limits()).toHaveLength(1)
  }
}

async function newOrOld(server: TestApp) {
  const { token, newMemorial, removeAll, give, buy, left, limits } = await aSpender(server)
  const create = () => {
    const payload = memorialForm({ rate_check: 'true' })
    return server.api({ method: 'POST', url: '/memorial/create', token, payload })
  }
  return async () => {
    await removeAll()
    const { id } = await newMemorial()
    await give({ advanced_memorials_left: 1 })
    const [created, upgraded] = await Promise.all([create(), buy('upgrade', id)])
    expect(['201 403', '403 200']).toContain(`${created.statusCode} ${upgraded.statusCode}`)
    expect(await left()).toMatchObject({ advanced_memorials_left: 0 })
    expect((await limits()).filter((limit) => limit > 0)).toEqual([ARCHIVE_LIMIT_BYTES])
  }
}

async function promoCode(server: TestApp) {
  let account = await server.signUp()
  return async (round: number) => {
    // After ten refusals an hour an account hears no more of any code.
    if (round % 5 === 0) account = await server.signUp()
    const { user, token } = account
    await server.db.deleteFrom('promo_code_uses').where('user_id', '=', user.id).execute()
    const credits = async () => (await server.api({ url: '/users/me', token })).json<User>().advanced_memorials_left
    const before = await credits()

    const apply = (code: string) => server.api({ method: 'POST', url: '/promo-codes/apply', token, payload: { code } })
    expect(await statusesOf(['POMNIM-ADVANCED', 'pomnim-advanced'].map(apply))).toEqual([200, 400])

    expect(await credits()).toBe(before + 1)
  }
}
