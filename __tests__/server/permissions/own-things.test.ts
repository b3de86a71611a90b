import { CALENDARS_BASE_PATH, verifyEmailResult } from '@contract/paths'
import { randomToken } from '@server/lib/token'
import type { TestApp } from '@support/server-app'
import { ACCOUNTS, type AccountHolder } from './actors'
import type { Request } from './archive-calls'
import { CALLS } from './calls'
import { OUR_OWN } from './own-calls'
import { createScenes, fromAnotherAddress, PASSWORD, type Scene, startServer } from './scene'
import { aLetterLink, anOpenedToken, anUnsubscribeToken, aPersonalLink, aWayBack } from './waiting-things'

/** The table tells who is refused. This tells that who is not refused gets, and changes, what is theirs alone. */

const NO_PAGE = 2_000_000_000
const WRONG_PASSWORD = 'Ne-tot-1945'

let server: TestApp
let newScene: ReturnType<typeof createScenes>

beforeAll(async () => {
  server = await startServer()
  newScene = createScenes(server)
})
afterAll(() => server.close())

describe('the list', () => {
  // The owner's consents: those for an account are given at its registration, and these accounts had none.
  const LISTS: [call: string, holders: [AccountHolder, ...AccountHolder[]]][] = [
    ['GET /access-requests/pending', ['owner', 'keeper']],
    ['GET /relations/pending', ['owner', 'keeper']],
    ['GET /memorial/trash', ['owner']],
    ['GET /users/me/consents', ['owner']],
    ['GET /keepers/invitations', ['stranger']],
  ]

  it.each(LISTS)('%s holds what is there for %j, and nothing for others', async (call, holders) => {
    const scene = await newScene({ isPublic: false })
    await consentsOf(scene)
    const request = await prepare(call, scene)
    const listed = await Promise.all(
      ACCOUNTS.map(async (holder) => [holder, (await list(scene, call, { request, holder })).length > 0] as const),
    )
    expect(listed.filter(([, hasSome]) => hasSome).map(([holder]) => holder)).toEqual(holders)
  })

  it.each(LISTS)('%s is empty for an account whose address is not confirmed', async (call, [holder]) => {
    const scene = await newScene({ isPublic: false })
    await consentsOf(scene)
    const request = await prepare(call, scene)
    const { id } = scene.accounts[holder]
    await server.db.updateTable('users').set({ is_verified: false }).where('id', '=', id).execute()
    expect(await list(scene, call, { request, holder })).toEqual([])
  })

  it('GET /users/me/sessions holds those of the account alone', async () => {
    const scene = await newScene({ isPublic: true })
    const { id } = scene.accounts.stranger
    const own = await server.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()
    const listed = await list(scene, 'GET /users/me/sessions', { holder: 'stranger' })
    expect(listed.map((session) => session.id)).toEqual(own.map((session) => session.id))
  })

  async function list(
    scene: Scene,
    call: string,
    { request = {}, holder }: { request?: Request; holder: AccountHolder },
  ) {
    const answer = await ask(call, request, scene.accounts[holder].token)
    expect([holder, answer.statusCode]).toEqual([holder, 200])
    return answer.json<{ result: { id: number }[] }>().result
  }

  const consentsOf = (scene: Scene) => prepare('DELETE /users/me/consents/report/{id}', scene)
})

describe('a choice', () => {
  it.each([
    ['/users/me/heir', { email: 'vnuk@example.org' }, { email: null, effective_at: null }],
    ['/users/me/words-letters', { how_often: 'never' }, { how_often: 'hourly' }],
  ])('GET %s tells the own one, and nobody that of another', async (url, chosen, untouched) => {
    const { accounts } = await newScene({ isPublic: true })
    const { owner, ...others } = accounts
    expect((await server.api({ method: 'PUT', url, token: owner.token, payload: chosen })).statusCode).toBe(204)

    expect((await server.api({ url, token: owner.token })).json()).toMatchObject(chosen)
    for (const [holder, { token }] of Object.entries(others)) {
      expect([holder, (await server.api({ url, token })).json()]).toEqual([holder, untouched])
    }
  })
})

describe('what an account does with itself', () => {
  const OF_ONESELF = OUR_OWN.filter(
    (call) => !call.startsWith('GET ') && (call.includes('/users/me/') || call === 'POST /auth/logout'),
  )

  it.each(OF_ONESELF)('%s changes nothing of other accounts', async (call) => {
    const scene = await newScene({ isPublic: true })
    const request = await prepare(call, scene)
    await prepare('GET /users/me/calendar', scene)
    const { id, token } = scene.accounts.owner
    const before = await othersOf(id)

    expect((await ask(call, request, token)).statusCode).toBeLessThan(400)
    expect(await othersOf(id)).toEqual(before)
  })

  /** The rows that belong to other accounts. */
  async function othersOf(id: number) {
    const { db } = server
    const [users, ...others] = await Promise.all([
      db.selectFrom('users').selectAll().where('id', '<>', id).orderBy('id').execute(),
      db.selectFrom('sessions').selectAll().where('user_id', '<>', id).orderBy('id').execute(),
      db.selectFrom('calendars').selectAll().where('user_id', '<>', id).orderBy('user_id').execute(),
      db.selectFrom('email_tokens').selectAll().where('user_id', '<>', id).orderBy('token_hash').execute(),
    ])
    return [users, ...others]
  }
})

it.each(['POST /users/me/change-email', 'POST /users/me/delete', 'POST /memorial/{id}/hand-over'])(
  '%s asks for the password: a session alone is not enough',
  async (call) => {
    const scene = await newScene({ isPublic: true })
    const { payload, ...request } = await prepare(call, scene)
    const { token } = scene.accounts.owner
    const wrong = { ...(payload as object), current_password: WRONG_PASSWORD }

    expect(payload).toMatchObject({ current_password: PASSWORD })
    expect((await ask(call, { ...request, payload: wrong }, token)).statusCode).toBe(400)
    expect((await ask(call, { ...request, payload }, token)).statusCode).toBe(202)
  },
)

describe('a link of a letter', () => {
  const LINKS = {
    verify: (token: string) => server.api({ url: '/auth/verify', query: { token } }),
    change: (token: string) => server.api({ method: 'POST', url: '/users/confirm-email', payload: { token } }),
    return: (token: string) => server.api({ method: 'POST', url: '/users/return', payload: { token } }),
    not_me: (token: string) => server.api({ method: 'POST', url: '/auth/not-me', payload: { token } }),
  }
  const REFUSED = verifyEmailResult('error')

  it.each(Object.keys(LINKS) as (keyof typeof LINKS)[])('to %s is that of its own letter alone', async (purpose) => {
    const scene = await newScene({ isPublic: true })
    const right = purpose === 'return' ? await aWayBack(scene) : await aLetterLink(scene, purpose)
    const others = (['verify', 'reset', 'change', 'return', 'not_me'] as const).filter((other) => other !== purpose)
    const wrong = [randomToken(), ...(await Promise.all(others.map((other) => aLetterLink(scene, other))))]
    const open = async (token: string) => {
      const { statusCode, headers } = await LINKS[purpose](token)
      return statusCode < 400 && headers.location !== REFUSED
    }

    for (const token of wrong) expect(await open(token)).toBe(false)
    expect(await open(right)).toBe(true)
  })
})

it('the link of a letter is made by nobody else', async () => {
  const scene = await newScene({ isPublic: true })
  const forged = Buffer.from(`reminders ${scene.accounts.owner.email}`).toString('base64url')
  const ask = (method: 'POST' | 'PUT', token: string) =>
    server.api({ method, url: '/letters/subscription', payload: { token, is_ended: true } })

  for (const method of ['POST', 'PUT'] as const) {
    expect((await ask(method, forged)).statusCode).toBe(400)
    expect((await ask(method, await anUnsubscribeToken(scene))).statusCode).toBe(200)
  }
  const open = async (token: string) =>
    (await server.api({ method: 'POST', url: '/letters/opened', payload: { token } })).statusCode
  // Nor is one kind of link good for the other.
  for (const wrong of [forged, await anUnsubscribeToken(scene)]) expect(await open(wrong)).toBe(400)
  expect(await open(anOpenedToken(scene))).toBe(204)
})

it('the key of a personal link opens the page that it was given for, and no other key does', async () => {
  const [scene, another] = [await newScene({ isPublic: false }), await newScene({ isPublic: false })]
  const [link, ofAnother] = [await aPersonalLink(scene), await aPersonalLink(another)]
  const open = async (key: string) => {
    const url = `/memorial/${scene.page.id}/open`
    return (await server.api({ method: 'POST', url, payload: { key }, headers: fromAnotherAddress() })).statusCode
  }
  expect([await open(randomToken()), await open(ofAnother.key), await open(link.key)]).toEqual([403, 403, 200])
})

it.each(['POST /memorial/{id}/access-requests', 'POST /memorial/{id}/report'])(
  '%s answers the same for a closed page, a public one and none',
  async (call) => {
    const [closed, open] = [await newScene({ isPublic: false }), await newScene({ isPublic: true })]
    const request = await prepare(call, closed)
    const answers = []
    for (const id of [closed.page.id, open.page.id, NO_PAGE]) {
      const { statusCode, body } = await ask(call, { ...request, id }, undefined)
      answers.push([statusCode, body])
    }
    expect(answers).toEqual(Array.from(answers, () => [202, 'null']))
  },
)

it('the calendar at a secret address has the days of the pages that its account keeps, and of no others', async () => {
  const scene = await newScene({ isPublic: false })
  const mark = `memorials/${scene.page.id}`
  const calendarAt = (path: string) => server.app.inject({ url: path, headers: fromAnotherAddress() })
  const holders: AccountHolder[] = []
  for (const holder of ['owner', 'keeper', 'formerKeeper', 'stranger', 'moderator'] as const) {
    const { token } = scene.accounts[holder]
    const { address } = (await server.api({ url: '/users/me/calendar', token })).json<{ address: string }>()
    const { pathname } = new URL(address)
    const { statusCode, body } = await calendarAt(pathname)
    expect([holder, statusCode]).toEqual([holder, 200])
    if (body.includes(mark)) holders.push(holder)

    const key = pathname.slice(CALENDARS_BASE_PATH.length + 1).split('.')[0]
    const bent = await calendarAt(`${CALENDARS_BASE_PATH}/${key}.${'A'.repeat(43)}.ics`)
    expect([holder, bent.statusCode]).toEqual([holder, 404])
  }
  expect(holders).toEqual(['owner', 'keeper'])
})

async function prepare(call: string, scene: Scene): Promise<Request> {
  const request = await CALLS[call]?.(scene)
  if (!request) throw new Error(`No request is known for ${call}`)
  return request
}

function ask(call: string, { id, part, headers, ...request }: Request, token: string | undefined) {
  const [method, path = ''] = call.split(' ')
  return server.api({
    ...request,
    method,
    url: path.replace(/\{\w+\}/, String(id)).replace(/\{\w+\}/, String(part)),
    headers: { ...fromAnotherAddress(), ...headers },
    ...(token && { token }),
  })
}
