import { insertInvitation, setHeir } from '@server/modules/keepers/repository'
import { randomToken } from '@server/lib/token'
import type { TestApp } from '@support/server-app'
import type { Actor } from './actors'
import type { Request } from './archive-calls'
import { CALLS } from './calls'
import { type Answers, MATRIX } from './matrix'
import { createScenes, fromAnotherAddress, type Scene, startServer } from './scene'

/** Who may do what in the 72 hours in which a destroyed page comes back, an heir does not count yet, and a page that was given away can be taken back. */

let server: TestApp
let newScene: ReturnType<typeof createScenes>

beforeAll(async () => {
  server = await startServer()
  newScene = createScenes(server)
})
afterAll(() => server.close())

/** What tells nothing of a page, and answers alike where there is none. */
const ANSWERS_ALIKE = ['POST /memorial/{id}/access-requests', 'POST /memorial/{id}/report']
/** Refuses by who asks, before it looks for the page. */
const OF_MODERATORS = 'POST /reports/{id}/decide'
/** Takes back what one has told, which is still stored; repeated, it changes nothing. */
const TAKING_BACK = 'DELETE /stories/own'
/** Whose first answer was lost may repeat it. */
const DESTROYING = 'DELETE /memorial/delete/{id}/'
const ASKERS: Actor[] = ['guest', 'stranger', 'owner', 'keeper', 'pinVisitor', 'moderator', 'moderatorWithoutFactor']
const OF_THE_PAGE = MATRIX.filter(({ isPublic, title }) => !isPublic && title.includes(' private page'))
const OF_ITS_OWNER = OF_THE_PAGE.filter(({ refused, allowed }) => allowed.owner && refused.keeper)

it.each(OF_THE_PAGE)(
  '$title answers an heir who does not count yet as anybody, and finds no page once it was destroyed',
  async ({ call, refused, allowed }) => {
    const scene = await newScene({ isPublic: false })
    const request = await requestOf(call, scene)
    const { owner, stranger } = scene.accounts
    await setHeir(server.db, owner.id, stranger.email)
    expect(await ask(call, request, stranger.token)).toBe({ ...refused, ...allowed }.stranger)

    const tokens = new Map<Actor, string | undefined>()
    for (const actor of ASKERS) tokens.set(actor, await scene.tokenOf(actor))
    await destroy(scene)
    const answers: Answers = {}
    for (const [actor, token] of tokens) answers[actor] = await ask(call, request, token)
    expect(answers).toEqual(Object.fromEntries(ASKERS.map((actor) => [actor, withoutPage(call, actor, refused)])))
  },
)

it.each(OF_ITS_OWNER)(
  '$title is for the new owner of a page, no more for the one who gave it away',
  async ({ call, refused, allowed }) => {
    const scene = await newScene({ isPublic: false })
    const { owner, stranger } = scene.accounts
    const isPreparedByOwner = !call.includes('/invitations/')
    const before = isPreparedByOwner && (await requestOf(call, scene))
    await giveAway(scene)
    const request = before || (await requestOf(call, scene))
    expect(await ask(call, request, owner.token)).toBe(refused.keeper)
    expect(await ask(call, request, stranger.token)).toBe(allowed.owner)
  },
)

function withoutPage(call: string, actor: Actor, refused: Answers): number {
  if (refused[actor] === 401) return 401
  if (ANSWERS_ALIKE.includes(call)) return 202
  if (call === TAKING_BACK || (call === DESTROYING && actor === 'owner')) return 204
  return (call === OF_MODERATORS && refused[actor]) || 404
}

async function destroy({ page, accounts }: Scene): Promise<void> {
  const url = `/memorial/delete/${page.id}/`
  expect((await server.api({ method: 'DELETE', url, token: accounts.owner.token })).statusCode).toBe(204)
}

/** To the stranger, who accepts. */
async function giveAway({ page, accounts }: Scene): Promise<void> {
  const token = randomToken()
  const offer = { memorial_id: page.id, role: 'owner' as const, email: accounts.stranger.email }
  await insertInvitation(server.db, { ...offer, invited_by: accounts.owner.id }, token)
  const payload = { token }
  const accepted = await server.api({ method: 'POST', url: '/keepers/accept', token: accounts.stranger.token, payload })
  expect(accepted.statusCode).toBe(200)
}

async function requestOf(call: string, scene: Scene): Promise<Request> {
  const request = await CALLS[call]?.(scene)
  if (!request) throw new Error(`No request is known for ${call}`)
  return request
}

async function ask(
  call: string,
  { id, part, headers, ...request }: Request,
  token: string | undefined,
): Promise<number> {
  const [method, path = ''] = call.split(' ')
  const answer = await server.api({
    ...request,
    method,
    url: path.replace(/\{\w+\}/, String(id)).replace(/\{\w+\}/, String(part)),
    headers: { ...fromAnotherAddress(), ...headers },
    ...(token && { token }),
  })
  return answer.statusCode
}
