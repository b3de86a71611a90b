import { partsByContact } from '@client/features/moderation/PendingCard'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { personAt } from '../server/auth/person'

const MODERATOR_EMAIL = 'moderator@example.org'
const PENDING = 5000
/** Four times the text takes four times as long where the time is in proportion, and sixteen where it is quadratic. */
const LONGER_BY = 4
const SLOWER_AT_MOST = 10
/** Beside one reading of every pending text; 0.3 to 1.5 were measured. */
const PAGE_RATIO = 6
const TRIES = 9
/** Of a ratio: something else may have had the machine during one of its two times only. */
const RATIO_TRIES = 5

let server: TestApp

beforeAll(async () => {
  server = await startTestApp({ MODERATOR_EMAILS: MODERATOR_EMAIL, TRUST_PROXY: '1' })
})
afterAll(() => server.close())

/** Milliseconds of the quickest of a few tries: whatever else the machine does can only make the others slower. */
async function quickest(work: () => unknown): Promise<number> {
  let least = Infinity
  for (let tries = 0; tries < TRIES; tries++) {
    const begun = performance.now()
    await work()
    least = Math.min(least, performance.now() - begun)
  }
  return least
}

it.each(['a.', 'a', '1 ', 'a@', '-', '8(', 'http:'])('finds contacts in proportion to the text: %p', async (bit) => {
  const search = (length: number) => quickest(() => partsByContact(bit.repeat(length / bit.length)))
  const short = await search(5000)
  expect((await search(5000 * LONGER_BY)) / short).toBeLessThan(SLOWER_AT_MOST)
})

it('works as long on an unknown account as on a wrong password', async () => {
  await personAt(server, '10.2.0.1').register('slow@example.org')
  let address = 0
  const signIn = (email: string) => () => personAt(server, `10.2.1.${address++}`).login(email, 'Ryabina-1939')
  const wrong = await quickest(signIn('slow@example.org'))
  const unknown = await quickest(signIn('unknown@example.org'))

  // Without the hash an unknown account would take a fifth of the time.
  expect(unknown / wrong).toBeGreaterThan(0.5)
  expect(unknown / wrong).toBeLessThan(2)
})

it(`answers a page of ${PENDING} pending words at once, whatever is asked for`, async () => {
  const { token } = await server.signUp({ email: MODERATOR_EMAIL })
  const { id } = await aStoredMemorial(server, (await anOwner(server)).token)
  const long = 'Мы жили в одном дворе, и он учил нас чинить велосипеды. '.repeat(6)
  for (let stored = 0; stored < PENDING; stored += 1000) {
    const rows = Array.from({ length: 1000 }, (_none, index) => ({
      memorials_id: id,
      description: `${long}${stored + index}`,
      author: 'Зоя',
      status: 'pending' as const,
    }))
    await server.db.insertInto('memories').values(rows).execute()
  }
  const readAll = () => server.db.selectFrom('memories').select(['id', 'description']).execute()
  const ratios: Record<string, number> = {}
  for (const query of ['', 'offset=4980', 'q=велосипеды', 'q=нетакого', 'suspicious=true', 'sort_order=desc']) {
    const page = async () => {
      const { statusCode } = await server.api({ url: `/memories/pending?limit=20&${query}`, token })
      expect(statusCode).toBe(200)
    }
    let least = Infinity
    for (let tries = 0; tries < RATIO_TRIES && least >= PAGE_RATIO; tries++) {
      least = Math.min(least, (await quickest(page)) / (await quickest(readAll)))
    }
    ratios[query] = Number(least.toFixed(2))
  }
  expect(Math.max(...Object.values(ratios))).toBeLessThan(PAGE_RATIO)
})
