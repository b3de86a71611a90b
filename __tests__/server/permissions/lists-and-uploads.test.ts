import { ARCHIVE_KINDS, archivePaths } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import type { PendingMemories } from '@contract/memory'
import { smallPicture } from '@support/photographs'
import type { TestApp } from '@support/server-app'
import { uploader } from '@support/uploads'
import { type AccountHolder, type Actor, ACTORS } from './actors'
import { advanced } from './archive-calls'
import { aMemory } from './waiting-things'
import { createScenes, type Scene, startServer } from './scene'
import { createStateReader, differences } from './stored-state'

let server: TestApp
let newScene: ReturnType<typeof createScenes>

beforeAll(async () => {
  server = await startServer()
  newScene = createScenes(server)
})
afterAll(() => server.close())

describe('the list of memories that wait', () => {
  const listOf = async ({ accounts }: Scene, holder: AccountHolder) => {
    const answer = await server.api({ url: '/memories/pending', token: accounts[holder].token })
    const { result, total } = answer.json<PendingMemories>()
    expect(total).toBe(result.length)
    return result.map(({ id }) => id)
  }

  it('holds for an owner what came to their own pages, for a moderator all, for others nothing', async () => {
    const [scene, another] = [await newScene({ isPublic: true }), await newScene({ isPublic: false })]
    const [own, foreign] = [await aMemory(scene), await aMemory(another)]

    expect(await listOf(scene, 'owner')).toEqual([own])
    expect(await listOf(scene, 'keeper')).toEqual([own])
    expect(await listOf(scene, 'formerKeeper')).toEqual([])
    expect(await listOf(another, 'owner')).toEqual([foreign])
    expect(await listOf(scene, 'moderator')).toEqual(expect.arrayContaining([own, foreign]))
    expect(await listOf(scene, 'stranger')).toEqual([])
  })

  it('is empty for an unverified account, and so is the list of its pages, even where it has some', async () => {
    const scene = await newScene({ isPublic: true })
    await aMemory(scene)
    const { id, token } = scene.accounts.owner
    await server.db.updateTable('users').set({ is_verified: false }).where('id', '=', id).execute()

    expect(await listOf(scene, 'owner')).toEqual([])
    expect((await server.api({ url: '/memorial/my_memorials', token })).json()).toEqual({ result: [] })
    const deleted = await server.api({ method: 'DELETE', url: `/memorial/delete/${scene.page.id}/`, token })
    expect(deleted.statusCode).toBe(403)
  })

  it('is one of the moderators only when their address is verified', async () => {
    const scene = await newScene({ isPublic: true })
    const waiting = await aMemory(scene)
    const { id, token } = scene.accounts.moderator
    await server.db.updateTable('users').set({ is_verified: false }).where('id', '=', id).execute()

    expect(await listOf(scene, 'moderator')).toEqual([])
    expect((await server.api({ url: '/users/me', token })).json()).toMatchObject({ is_moderator: false })
    const url = `/memories/moderate/${waiting}`
    const decided = await server.api({ method: 'POST', url, token, payload: { decision: 'approved' } })
    expect(decided.statusCode).toBe(403)
  })
})

it('decisions about several words count for those alone that the account may moderate', async () => {
  const [scene, another] = [await newScene({ isPublic: false }), await newScene({ isPublic: true })]
  const [own, foreign] = [await aMemory(scene), await aMemory(another)]

  for (const holder of ['stranger', 'formerKeeper', 'keeper'] as const) {
    await server.api({
      method: 'POST',
      url: '/memories/moderate',
      token: scene.accounts[holder].token,
      payload: { decisions: [foreign, own].map((id) => ({ id, decision: 'approved' })) },
    })
    const approved = await server.db
      .selectFrom('memories')
      .select('id')
      .where('id', 'in', [own, foreign])
      .where('status', '=', 'approved')
      .execute()
    expect([holder, approved]).toEqual([holder, holder === 'keeper' ? [{ id: own }] : []])
  }
})

describe('the list of own pages', () => {
  it('holds those of the account alone, closed ones too', async () => {
    const scene = await newScene({ isPublic: false })
    await newScene({ isPublic: true })
    const pagesOf = async (holder: AccountHolder) => {
      const { token } = scene.accounts[holder]
      const answer = await server.api({ url: '/memorial/my_memorials', token })
      return answer.json<{ result: Memorial[] }>().result.map(({ id }) => id)
    }
    expect(await pagesOf('owner')).toEqual([scene.page.id])
    expect(await pagesOf('keeper')).toEqual([scene.page.id])
    expect(await pagesOf('formerKeeper')).toEqual([])
    expect(await pagesOf('stranger')).toEqual([])
    expect(await pagesOf('moderator')).toEqual([])
  })
})

const strangers: Actor[] = ACTORS.filter((actor) => actor !== 'owner' && actor !== 'keeper')

describe('an upload of one who may not write', () => {
  const places = [
    ...ARCHIVE_KINDS.map((kind) => [archivePaths(kind).create, 'file'] as const),
    ['/burial/create', 'burial_photo_file'] as const,
  ]

  // The file comes first, so the server receives it before it knows the page.
  it.each(places)('%s leaves nothing behind, even when the file comes before the page', async (url, field) => {
    const scene = await newScene({ isPublic: true })
    const { page, accounts } = scene
    await advanced(scene)
    const payload = new FormData()
    payload.append(field, new Blob([(await smallPicture()) as Uint8Array<ArrayBuffer>]), 'photo.jpg')
    payload.append('memorial_id', String(page.id))
    const askers = await Promise.all(strangers.map(async (actor) => [actor, await scene.tokenOf(actor)] as const))
    const stored = createStateReader(server)
    const before = await stored()

    for (const [actor, token] of askers) {
      const answer = await server.api({ method: 'POST', url, payload, ...(token && { token }) })
      const isAccount = actor in accounts
      expect([actor, answer.statusCode]).toEqual([actor, isAccount ? 403 : 401])
    }
    expect(differences(before, await stored())).toEqual({ gone: [], come: [] })
  })
})

describe('a file that comes in parts', () => {
  const FILE_BYTES = 1000

  it.each([true, false])('is begun by those who keep the page alone (public: %s)', async (isPublic) => {
    const scene = await newScene({ isPublic })
    const { id: memorialId } = await advanced(scene)
    const begin = async (actor: Actor) => {
      const sender = uploader(server, await scene.tokenOf(actor))
      return (await sender.begin({ memorialId, kind: 'video', size: FILE_BYTES })).statusCode
    }
    for (const actor of ACTORS) {
      const refusal = actor in scene.accounts ? 403 : 401
      expect([actor, await begin(actor)]).toEqual([actor, strangers.includes(actor) ? refusal : 201])
    }
  })

  it.each([
    ['takes parts', ({ sendPart }: Uploader, id: string) => sendPart(id, 0, Buffer.alloc(FILE_BYTES))],
    ['tells how far it is', ({ ask }: Uploader, id: string) => ask(id)],
    ['is cancelled', ({ cancel }: Uploader, id: string) => cancel(id)],
  ])('%s for nobody but the account that began it', async (_what, use) => {
    const scene = await newScene({ isPublic: false })
    const { id: memorialId } = await advanced(scene)
    const { accounts } = scene
    const id = await uploader(server, accounts.owner.token).begun({ memorialId, kind: 'video', size: FILE_BYTES })

    for (const actor of ACTORS.filter((other) => other !== 'owner')) {
      const { statusCode } = await use(uploader(server, await scene.tokenOf(actor)), id)
      const refusal = actor === 'unverified' ? 403 : 404
      expect([actor, statusCode]).toEqual([actor, actor in accounts ? refusal : 401])
    }
    expect((await use(uploader(server, accounts.owner.token), id)).statusCode).toBeLessThan(300)
  })
})

type Uploader = ReturnType<typeof uploader>
