import { LOGIN_BAD_CREDENTIALS } from '@contract/errors'
import { startTestApp, type TestApp } from '@support/server-app'
import { personAt } from './person'

const WRONG = 'Ryabina-1939'

let server: TestApp

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

async function fail(person: ReturnType<typeof personAt>, email: string, times: number): Promise<number[]> {
  const responses = await Promise.all(Array.from({ length: times }, () => person.login(email, WRONG)))
  return responses.map(({ statusCode }) => statusCode).sort()
}

/** A hundred failed sign-ins to one account, ten from each of ten addresses. */
async function failEverywhere(email: string, net: string): Promise<void> {
  for (let host = 1; host <= 10; host++) {
    expect(await fail(personAt(server, `${net}.${host}`), email, 10)).toEqual(Array(10).fill(400))
  }
}

it('closes an account to guesses from one address after ten failures there, even to the right password', async () => {
  const [guesser, owner] = [personAt(server, '10.3.0.1'), personAt(server, '10.3.0.2')]
  await owner.register('target@example.org')

  // All at once: if attempts were counted after the password check, all of them would get through.
  expect(await fail(guesser, 'Target@Example.org', 14)).toEqual([...Array(10).fill(400), ...Array(4).fill(429)])

  const response = await guesser.login('target@example.org')
  expect(response.statusCode).toBe(429)
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(14 * 60)
  expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
  expect(response.json<{ detail: string }>().detail).toMatch(/Попробуйте позже/)
})

it('does not lock the owner out elsewhere for what a stranger tried', async () => {
  const [guesser, owner] = [personAt(server, '10.3.0.9'), personAt(server, '10.3.0.10')]
  await owner.register('tried@example.org')
  await fail(guesser, 'tried@example.org', 12)
  expect((await owner.login('tried@example.org')).statusCode).toBe(200)
})

it('does not tell by its limit which accounts exist', async () => {
  const guesser = personAt(server, '10.3.0.3')
  expect(await fail(guesser, 'nobody@example.org', 11)).toEqual([...Array(10).fill(400), 429])

  await failEverywhere('nobody-at-all@example.org', '10.3.5')
  expect(await fail(personAt(server, '10.3.5.11'), 'nobody-at-all@example.org', 1)).toEqual([429])
})

it('closes an address after thirty failures, whatever the accounts; others still get in', async () => {
  const [guesser, owner] = [personAt(server, '10.3.0.4'), personAt(server, '10.3.0.5')]
  await owner.register('bystander@example.org')
  for (let account = 0; account < 30; account++) {
    expect((await guesser.login(`guess-${account}@example.org`, WRONG)).json()).toEqual({
      detail: LOGIN_BAD_CREDENTIALS,
    })
  }

  const refused = await guesser.login('bystander@example.org')

  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await owner.login('bystander@example.org')).statusCode).toBe(200)
})

it('takes the addresses of one IPv6 network for one', async () => {
  for (let host = 0; host < 30; host++)
    await personAt(server, `2001:db8:1:2::${host}`).login(`v6-${host}@example.org`, WRONG)
  expect((await personAt(server, '2001:db8:1:2:ffff::1').login('v6@example.org', WRONG)).statusCode).toBe(429)
  expect((await personAt(server, '2001:db8:1:3::1').login('v6@example.org', WRONG)).statusCode).toBe(400)
})

it('counts no successes, and begins anew after one', async () => {
  const owner = personAt(server, '10.3.0.6')
  await owner.register('forgetful@example.org')
  for (let day = 0; day < 4; day++) {
    expect(await fail(owner, 'forgetful@example.org', 7)).toEqual(Array(7).fill(400))
    expect((await owner.login('forgetful@example.org')).statusCode).toBe(200)
  }
  // 28 failures from this address so far, and four successes, which are not counted.
  expect(await fail(owner, 'forgetful@example.org', 2)).toEqual([400, 400])
  expect((await owner.login('forgetful@example.org')).statusCode).toBe(429)
})

it('does not count against an account what its address was refused anyway', async () => {
  const [guesser, stranger] = [personAt(server, '10.3.0.7'), personAt(server, '10.3.0.8')]
  for (let account = 0; account < 30; account++) await guesser.login(`more-${account}@example.org`, WRONG)
  for (let host = 1; host <= 9; host++) await fail(personAt(server, `10.3.6.${host}`), 'spared@example.org', 10)
  await fail(guesser, 'spared@example.org', 20)
  expect(await fail(stranger, 'spared@example.org', 10)).toEqual(Array(10).fill(400))
})

describe('after a hundred failures of one account from everywhere', () => {
  const EMAIL = 'besieged@example.org'
  const [home, stranger] = ['10.3.8.1', '10.3.8.2']

  beforeAll(async () => {
    await personAt(server, home).settle(EMAIL)
    await failEverywhere(EMAIL, '10.3.7')
  })

  it('lets nobody in from where that account never was, for up to an hour', async () => {
    const response = await personAt(server, stranger).login(EMAIL)
    expect(response.statusCode).toBe(429)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(50 * 60)
    expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(60 * 60)
  })

  it('lets its owner in from where they have signed in before, which forgives the strangers nothing', async () => {
    expect((await personAt(server, home).login(EMAIL)).statusCode).toBe(200)
    expect((await personAt(server, stranger).login(EMAIL)).statusCode).toBe(429)
  })

  it('holds that address back by its own failures', async () => {
    expect(await fail(personAt(server, home), EMAIL, 12)).toEqual([...Array(10).fill(400), 429, 429])
    expect((await personAt(server, home).login(EMAIL)).statusCode).toBe(429)
  })

  it('does not know an address any more after thirty days', async () => {
    const [other, email] = ['10.3.8.3', 'returned@example.org']
    await personAt(server, other).settle(email)
    await failEverywhere(email, '10.3.9')
    await server.db
      .updateTable('known_networks')
      .set({ last_sign_in_at: new Date(Date.now() - 31 * 24 * 3_600_000) })
      .execute()
    expect((await personAt(server, other).login(email)).statusCode).toBe(429)
  })
})

it('stores no address by which accounts could be found or brought together', async () => {
  await server.db.deleteFrom('known_networks').execute()
  for (const email of ['one@example.org', 'other@example.org']) {
    await personAt(server, '10.3.0.20').settle(email)
    await personAt(server, '10.3.0.20').login(email)
  }

  const rows = await server.db.selectFrom('known_networks').selectAll().execute()

  // Of each account its network and its device.
  expect(rows).toHaveLength(4)
  expect(new Set(rows.map(({ network_hash: hash }) => hash.toString('hex'))).size).toBe(4)
  expect(rows.map(({ network_hash: hash }) => hash.length)).toEqual([32, 32, 32, 32])
})
