import type { TestApp } from '@support/server-app'
import { CALLS } from './calls'
import { aPersonalLink } from './waiting-things'
import { MATRIX } from './matrix'
import { createScenes, fromAnotherAddress, type Scene, startServer } from './scene'

/** Whoever was let in by a personal link may do what a visitor with the PIN may, and nothing once the link is ended. */

let server: TestApp
let newScene: ReturnType<typeof createScenes>

beforeAll(async () => {
  server = await startServer()
  newScene = createScenes(server)
})
afterAll(() => server.close())

const ofClosedPages = MATRIX.filter(({ call, title }) => / private page/.test(title) && !call.endsWith('/verify-pin'))

async function tokenByLink(scene: Scene): Promise<{ id: number; token: string }> {
  const { id, key } = await aPersonalLink(scene)
  const url = `/memorial/${scene.page.id}/open`
  const answer = await server.api({ method: 'POST', url, payload: { key }, headers: fromAnotherAddress() })
  return { id, token: answer.json<{ access_token: string }>().access_token }
}

async function ask(call: string, scene: Scene, token: string): Promise<number> {
  const request = await CALLS[call]?.(scene)
  if (!request) throw new Error(`No request is known for ${call}`)
  const { id, part, headers, ...rest } = request
  const [method = '', path = ''] = call.split(' ')
  const url = path.replace(/\{\w+\}/, String(id)).replace(/\{\w+\}/, String(part))
  const answer = await server.api({
    ...rest,
    method,
    url,
    headers: { ...fromAnotherAddress(), ...headers },
    token,
  })
  return answer.statusCode
}

it.each(ofClosedPages)('$title answers them like a visitor with the PIN', async ({ call, refused, allowed }) => {
  const scene = await newScene({ isPublic: false })
  const { token } = await tokenByLink(scene)
  expect(await ask(call, scene, token)).toBe({ ...refused, ...allowed }.pinVisitor)
})

it.each(ofClosedPages)(
  '$title answers them like a stranger once the link is ended',
  async ({ call, refused, allowed }) => {
    const scene = await newScene({ isPublic: false })
    const { id, token } = await tokenByLink(scene)
    const ended = await server.api({
      method: 'DELETE',
      url: `/access-requests/${id}`,
      token: scene.accounts.keeper.token,
    })
    expect(ended.statusCode).toBe(204)
    expect(await ask(call, scene, token)).toBe({ ...refused, ...allowed }.otherPinVisitor)
  },
)
