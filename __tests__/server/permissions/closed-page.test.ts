import { ARCHIVE_KINDS, type ArchiveItem } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import { anArchiveItem } from '@support/archives'
import type { TestApp } from '@support/server-app'
import { ACTORS } from './actors'
import { aBurial, advanced } from './archive-calls'
import { createScenes, fromAnotherAddress, PASSWORD, PIN, type Scene, startServer } from './scene'

const NEW_PIN = '8642'

let server: TestApp
let newScene: ReturnType<typeof createScenes>

beforeAll(async () => {
  server = await startServer()
  newScene = createScenes(server)
})
afterAll(() => server.close())

describe('the files of a page', () => {
  let scene: Scene
  let signed: string[]
  const bare = (address: string) => address.split('?')[0] ?? ''

  beforeAll(async () => {
    scene = await newScene({ isPublic: false, withPhoto: true })
    const { accounts, page } = scene
    const memorialId = (await advanced(scene)).id
    const items: ArchiveItem[] = []
    for (const kind of ARCHIVE_KINDS) {
      items.push(await anArchiveItem(server, kind, { token: accounts.owner.token, memorialId }))
    }
    const burial = await aBurial(scene)
    signed = [page.photo_path, burial.photo_path, ...items.map((item) => item.file_path)].map(String)
  })

  const statuses = (addresses: string[], token?: string) =>
    Promise.all(
      addresses.map(async (url) => {
        const headers = token ? { authorization: `Bearer ${token}` } : {}
        return (await server.app.inject({ url, headers })).statusCode
      }),
    )

  it('open by the addresses that its readers are given', async () => {
    expect(await statuses(signed)).toEqual([200, 200, 200, 200, 200])
  })

  it.each(ACTORS.filter((actor) => actor !== 'owner'))('are closed to %s without such an address', async (actor) => {
    const token = await scene.tokenOf(actor)
    expect(await statuses(signed.map(bare), token)).toEqual([403, 403, 403, 403, 403])
  })

  it('do not open by the signature of another file', async () => {
    const [, signatureOfFirst] = signed[0]?.split('?') ?? []
    const bent = signed.slice(1).map((address) => `${bare(address)}?${signatureOfFirst}`)
    expect(await statuses(bent)).toEqual([403, 403, 403, 403])
  })

  it('open to all while the page is public, and to nobody by the same address from the moment it is not', async () => {
    const { page, accounts } = scene
    const turn = async (isPublic: boolean) => {
      const payload = new FormData()
      payload.append('public_status', String(isPublic))
      const url = `/memorial/update/${page.id}/`
      return (await server.api({ method: 'PATCH', url, token: accounts.owner.token, payload })).json<Memorial>()
    }
    expect(await turn(true)).toMatchObject({ public_status: true, photo_path: bare(String(page.photo_path)) })
    expect(await statuses(signed.map(bare))).toEqual([200, 200, 200, 200, 200])
    await turn(false)
    expect(await statuses(signed.map(bare))).toEqual([403, 403, 403, 403, 403])
  })
})

describe('a memorial token', () => {
  const reads = async ({ page: { id } }: Scene, token: string | undefined) =>
    (await server.api({ url: `/memorial/${id}`, ...(token && { token }) })).statusCode

  it.each([
    ['change-pin', { current_pin_code: PIN, new_pin_code: NEW_PIN }],
    ['change-pin', { current_pin_code: PIN, new_pin_code: PIN }],
    ['reset-pin-with-password', { current_password: PASSWORD, new_pin_code: NEW_PIN }],
  ])('opens nothing any more after %s %o', async (call, payload) => {
    const scene = await newScene({ isPublic: false })
    const visitor = await scene.tokenOf('pinVisitor')
    expect(await reads(scene, visitor)).toBe(200)

    const { token } = scene.accounts.owner
    expect((await server.api({ method: 'POST', url: `/users/me/${call}`, token, payload })).statusCode).toBe(204)

    expect(await reads(scene, visitor)).toBe(403)
    expect(await reads(scene, token)).toBe(200)
  })

  it('of one owner opens no page of another', async () => {
    const [scene, another] = [await newScene({ isPublic: false }), await newScene({ isPublic: false })]
    expect(await reads(another, await scene.tokenOf('pinVisitor'))).toBe(403)
  })

  it.each(ACTORS)('is given to %s for the right PIN alone, but to its owner in any case', async (actor) => {
    const scene = await newScene({ isPublic: false })
    const token = await scene.tokenOf(actor)
    const answer = await server.api({
      method: 'POST',
      url: `/memorial/${scene.page.id}/verify-pin`,
      headers: fromAnotherAddress(),
      payload: { pin_code: NEW_PIN },
      ...(token && { token }),
    })
    expect(answer.statusCode).toBe(actor === 'owner' ? 200 : 403)
  })
})
