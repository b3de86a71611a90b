import { insertInvitation } from '@server/modules/keepers/repository'
import { randomToken } from '@server/lib/token'
import type { TestApp } from '@support/server-app'
import type { Request } from './archive-calls'
import { CALLS } from './calls'
import { type Answers, MATRIX } from './matrix'
import { createScenes, fromAnotherAddress, type Scene, startServer } from './scene'
import { aPersonalLink } from './waiting-things'

/**
 * Who stands near a closed page without keeping it, and answers as somebody of the table. They share one scene, since a new
 * one for each would double the time of the whole table.
 */

let server: TestApp
let newScene: ReturnType<typeof createScenes>

beforeAll(async () => {
  server = await startServer()
  newScene = createScenes(server)
})
afterAll(() => server.close())

/** What opens the page, and what is the stranger's own: an invitation. */
const IS_OF_ITS_OWN = /\/verify-pin$|\/keepers\/invitations\//
const OF_THE_PAGE = MATRIX.filter(
  ({ call, isPublic, title }) =>
    !isPublic && (/ private page/.test(title) || call.includes('{')) && !IS_OF_ITS_OWN.test(call),
)
const OPENED_BY_KEY = 'POST /memorial/{id}/open'
/** Whoever has the link of a question may answer, but not while the page is taken down. */
const BY_LINK_OF_QUESTION = /\/questions\/(open|answer|later|decline)$/

it.each(OF_THE_PAGE)(
  '$title answers whoever is near it as somebody of the table',
  async ({ call, refused, allowed }) => {
    const scene = await newScene({ isPublic: false })
    const table: Answers = { ...refused, ...allowed }
    const request = await requestOf(call, scene)
    const asks = (token: string | undefined) => ask(call, request, token)

    const link = await letIn(scene)
    const memorialToken = await scene.tokenOf('pinVisitor')
    const answers = {
      invited: await asks(await invited(scene)),
      reporter: await asks(await reporter(scene)),
      letIn: await asks(link.token),
      letOut: (await letOut(scene, link.id), await asks(link.token)),
    }
    await takeDown(scene)
    const onceTakenDown = (otherwise: number | undefined) =>
      call === OPENED_BY_KEY ? 403 : BY_LINK_OF_QUESTION.test(call) ? 404 : otherwise
    expect({
      ...answers,
      pinVisitorOfOneTakenDown: await asks(memorialToken),
      moderatorOfOneTakenDown: await asks(scene.accounts.moderator.token),
    }).toEqual({
      invited: table.stranger,
      reporter: table.stranger,
      letIn: table.pinVisitor,
      letOut: table.otherPinVisitor,
      pinVisitorOfOneTakenDown: onceTakenDown(table.otherPinVisitor),
      moderatorOfOneTakenDown: onceTakenDown(ofPublicPage(call)?.moderator ?? table.moderator),
    })
  },
)

/** A moderator reads what was taken down as everybody reads what is public. */
function ofPublicPage(call: string): Answers | undefined {
  const row = MATRIX.find((other) => other.isPublic && other.call === call)
  return row && { ...row.refused, ...row.allowed }
}

/** Somebody who was offered the page and did not accept yet. */
async function invited({ page, accounts }: Scene): Promise<string> {
  const { user, token } = await server.signUp()
  const offer = { memorial_id: page.id, role: 'owner' as const, email: user.email, invited_by: accounts.owner.id }
  await insertInvitation(server.db, offer, randomToken())
  return token
}

/** Somebody whose report of the page waits for a decision. */
async function reporter({ page }: Scene): Promise<string> {
  const { user, token } = await server.signUp()
  const payload = { reason: 'private', text: 'Там мой адрес.', email: user.email }
  const url = `/memorial/${page.id}/report`
  const sent = await server.api({ method: 'POST', url, token, payload, headers: fromAnotherAddress() })
  expect(sent.statusCode).toBe(202)
  return token
}

async function letIn(scene: Scene): Promise<{ id: number; token: string }> {
  const { id, key } = await aPersonalLink(scene)
  const url = `/memorial/${scene.page.id}/open`
  const answer = await server.api({ method: 'POST', url, payload: { key }, headers: fromAnotherAddress() })
  return { id, token: answer.json<{ access_token: string }>().access_token }
}

async function letOut({ accounts }: Scene, id: number): Promise<void> {
  const ended = await server.api({ method: 'DELETE', url: `/access-requests/${id}`, token: accounts.keeper.token })
  expect(ended.statusCode).toBe(204)
}

async function takeDown({ page }: Scene): Promise<void> {
  const closed = { closed_at: new Date(), closed_reason: 'Чужой адрес на странице' }
  await server.db.updateTable('memorials').set(closed).where('id', '=', page.id).execute()
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
