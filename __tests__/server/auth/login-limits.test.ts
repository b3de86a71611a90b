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

it('closes an account to guesses after ten failures, even from elsewhere and with the right password', async () => {
  const [guesser, owner] = [personAt(server, '10.3.0.1'), personAt(server, '10.3.0.2')]
  await owner.register('target@example.org')

  // All at once: counting only after the password was checked would let every one of them through.
  expect(await fail(guesser, 'Target@Example.org', 14)).toEqual([...Array(10).fill(400), ...Array(4).fill(429)])

  const response = await owner.login('target@example.org')
  expect(response.statusCode).toBe(429)
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(14 * 60)
  expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
  expect(response.json<{ detail: string }>().detail).toMatch(/Попробуйте позже/)
})

it('does not tell by its limit which accounts exist', async () => {
  const guesser = personAt(server, '10.3.0.3')
  expect(await fail(guesser, 'nobody@example.org', 11)).toEqual([...Array(10).fill(400), 429])
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
  // 28 failures from here so far, and four successes that count for nothing.
  expect(await fail(owner, 'forgetful@example.org', 2)).toEqual([400, 400])
  expect((await owner.login('forgetful@example.org')).statusCode).toBe(429)
})

it('does not count against an account what its address was refused anyway', async () => {
  const [guesser, owner] = [personAt(server, '10.3.0.7'), personAt(server, '10.3.0.8')]
  await owner.register('spared@example.org')
  for (let account = 0; account < 30; account++) await guesser.login(`more-${account}@example.org`, WRONG)
  await fail(guesser, 'spared@example.org', 20)
  expect((await owner.login('spared@example.org')).statusCode).toBe(200)
})
