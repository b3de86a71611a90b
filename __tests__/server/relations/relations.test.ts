import type { Memorial } from '@contract/memorial'
import type { PendingRelation, Relation } from '@contract/relations'
import { doTheJobs } from '@support/jobs'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { destroyOverdue } from '@support/trash'

const NO_PAGE = 2_000_000_000
const DAY_MS = 24 * 3_600_000

let server: TestApp
let owner: Awaited<ReturnType<typeof anOwner>>
let stranger: Awaited<ReturnType<typeof anOwner>>
let mother: Memorial
let daughter: Memorial
let theirs: Memorial

beforeAll(async () => {
  server = await startTestApp()
  await server.postman.stop()
})
afterAll(() => server.close())
beforeEach(async () => {
  owner = await anOwner(server)
  stranger = await anOwner(server)
  mother = await aPage(owner.token, { lastname: 'Берёзова', birth_date: '1921-05-09' })
  daughter = await aPage(owner.token, { lastname: 'Ольхова', birth_date: '1946-01-02' })
  theirs = await aPage(stranger.token, { lastname: 'Рябинина' })
})

function aPage(token: string, fields: Record<string, string> = {}) {
  return aStoredMemorial(server, token, { public_status: 'true', ...fields })
}

const add = (memorial_id: number, kind = 'parent', id = daughter.id, token = owner.token) =>
  server.api({ method: 'POST', url: `/memorial/${id}/relations`, token, payload: { memorial_id, kind } })
const listOf = async (id: number, token?: string) =>
  (await server.api({ url: `/memorial/${id}/relations`, ...(token && { token }) })).json<{ result: Relation[] }>()
    .result
const namesOf = async (id: number, token?: string) =>
  (await listOf(id, token)).map(({ kind, memorial }) => `${kind} ${memorial.lastname}`)
const pendingOf = async (token: string) =>
  (await server.api({ url: '/relations/pending', token })).json<{ result: PendingRelation[] }>().result
const decide = (id: number, decision: string, token = stranger.token) =>
  server.api({ method: 'POST', url: `/relations/${id}/decide`, token, payload: { decision } })
const end = (id: number, token = owner.token) => server.api({ method: 'DELETE', url: `/relations/${id}`, token })
const close = (id: number, token: string) =>
  server.api({ method: 'PATCH', url: `/memorial/update/${id}/`, token, payload: { public_status: 'false' } })

async function asked(kind = 'spouse'): Promise<PendingRelation> {
  expect((await add(theirs.id, kind)).statusCode).toBe(202)
  return (await pendingOf(stranger.token)).at(-1) as PendingRelation
}

describe('between pages of one keeper', () => {
  it('holds at once, and is seen from both sides', async () => {
    const made = await add(mother.id)
    expect(made.statusCode).toBe(201)
    expect(made.json()).toMatchObject({ kind: 'parent', memorial: { id: mother.id, lastname: 'Берёзова' } })
    expect(await namesOf(daughter.id)).toEqual(['parent Берёзова'])
    expect(await namesOf(mother.id)).toEqual(['child Ольхова'])
    expect(await pendingOf(owner.token)).toEqual([])
  })

  it('names parents first, then spouses, siblings and children', async () => {
    const others = [
      await aPage(owner.token, { lastname: 'Клёнова' }),
      await aPage(owner.token, { lastname: 'Сосновая' }),
    ]
    await add(others[0]?.id ?? 0, 'child')
    await add(others[1]?.id ?? 0, 'sibling')
    await add(mother.id)
    expect(await namesOf(daughter.id)).toEqual(['parent Берёзова', 'sibling Сосновая', 'child Клёнова'])
  })

  it('is refused twice, to itself, and of an unknown kind', async () => {
    await add(mother.id)
    const again = await add(mother.id, 'sibling')
    expect([again.statusCode, again.json()]).toEqual([409, { detail: 'Эти страницы уже связаны.' }])
    expect((await add(daughter.id, 'child', mother.id)).statusCode).toBe(409)
    expect((await add(daughter.id)).statusCode).toBe(422)
    expect((await add(mother.id, 'friend')).statusCode).toBe(422)
  })

  it('ends at the wish of a keeper of either page, and goes with a page', async () => {
    await add(mother.id)
    const [relation] = await listOf(mother.id)
    expect((await end(relation?.id ?? 0, stranger.token)).statusCode).toBe(403)
    expect((await end(relation?.id ?? 0)).statusCode).toBe(204)
    expect(await namesOf(daughter.id)).toEqual([])
    expect((await end(relation?.id ?? 0)).statusCode).toBe(404)
    await add(mother.id)
    await server.api({ method: 'DELETE', url: `/memorial/delete/${mother.id}/`, token: owner.token })
    await destroyOverdue(server)
    expect(
      await server.db.selectFrom('relations').select('id').where('memorial_id', '=', daughter.id).execute(),
    ).toEqual([])
  })
})

describe('with a page of others', () => {
  it('waits for their consent, which makes it seen from both sides', async () => {
    const request = await asked()
    expect(request).toMatchObject({ kind: 'spouse', page_id: theirs.id, memorial: { lastname: 'Ольхова' } })
    expect(request.page_name).toContain('Рябинина')
    expect([await namesOf(daughter.id, owner.token), await namesOf(theirs.id, stranger.token)]).toEqual([[], []])
    expect((await decide(request.id, 'approved')).json()).toEqual({ id: request.id, status: 'approved' })
    expect(await namesOf(daughter.id)).toEqual(['spouse Рябинина'])
    expect(await namesOf(theirs.id)).toEqual(['spouse Ольхова'])
    expect((await end(request.id, stranger.token)).statusCode).toBe(204)
  })

  it('tells them what the asking page wants to be to theirs', async () => {
    expect((await asked('parent')).kind).toBe('child')
  })

  it('is decided once, and by them alone', async () => {
    const { id } = await asked()
    expect((await decide(id, 'approved', owner.token)).statusCode).toBe(403)
    expect((await decide(id, 'rejected')).statusCode).toBe(200)
    const late = await decide(id, 'approved')
    expect([late.statusCode, late.json()]).toEqual([409, { detail: 'По этой просьбе решение уже принято.' }])
    expect(await namesOf(daughter.id)).toEqual([])
    expect((await decide(NO_PAGE, 'approved')).statusCode).toBe(404)
  })

  it('is not asked for twice, nor soon after a refusal, but they may ask themselves', async () => {
    const { id } = await asked()
    expect((await add(theirs.id)).json()).toEqual({
      detail: 'Вы уже просили об этом. Близкие с той страницы ещё не ответили.',
    })
    const mirrored = await add(daughter.id, 'spouse', theirs.id, stranger.token)
    expect([mirrored.statusCode, mirrored.json<{ detail: string }>().detail]).toEqual([
      409,
      'Близкие с той страницы уже просят вас об этом. Ответить им можно в личном кабинете.',
    ])
    await decide(id, 'rejected')
    expect((await add(theirs.id)).json()).toEqual({
      detail: 'Близкие с той страницы недавно отказались. Попросить снова можно через месяц.',
    })
    // Whoever asked cannot end the refusal either, to ask again at once.
    expect((await end(id)).statusCode).toBe(404)
    expect((await add(daughter.id, 'spouse', theirs.id, stranger.token)).statusCode).toBe(202)
    expect(await pendingOf(owner.token)).toHaveLength(1)
  })

  it('is told by a letter that names only their own page, at most once an hour', async () => {
    await asked()
    await add(theirs.id, 'sibling', mother.id)
    const letters = async () => {
      await doTheJobs(server)
      return server.db
        .selectFrom('letters')
        .select('body_text')
        .where('recipient', '=', stranger.user.email)
        .where('subject', '=', 'Вас просят подтвердить родство')
        .execute()
    }
    const [letter, ...more] = await letters()
    expect(more).toEqual([])
    expect(letter?.body_text).toContain('Рябинина')
    expect(letter?.body_text).not.toMatch(/Ольхова|Берёзова/)
    await add(theirs.id, 'child', (await aPage(owner.token)).id)
    expect(await letters()).toHaveLength(1)
    const before = new Date(Date.now() - 3_600_000)
    await server.db.updateTable('memorials').set({ told_of_requests_at: before }).where('id', '=', theirs.id).execute()
    expect(await letters()).toHaveLength(2)
    expect(await letters()).toHaveLength(2)
  })

  it('is forgotten after 90 days without an answer, and a refusal after 30', async () => {
    const { id } = await asked()
    await add(theirs.id, 'sibling', mother.id)
    const age = (values: object) => server.db.updateTable('relations').set(values).where('other_id', '=', theirs.id)
    const left = async () => {
      await doTheJobs(server)
      return (await pendingOf(stranger.token)).length
    }
    await age({ created_at: new Date(Date.now() - 90 * DAY_MS + 60_000) }).execute()
    expect(await left()).toBe(2)
    await age({ created_at: new Date(Date.now() - 90 * DAY_MS - 1000) })
      .where('id', '!=', id)
      .execute()
    expect(await left()).toBe(1)
    await decide(id, 'rejected')
    await age({ decided_at: new Date(Date.now() - 30 * DAY_MS - 1000) }).execute()
    await doTheJobs(server)
    expect((await add(theirs.id)).statusCode).toBe(202)
  })
})

describe('a closed page', () => {
  it('shows in relations only to those who keep it', async () => {
    await add(mother.id)
    await close(mother.id, owner.token)
    expect(await namesOf(daughter.id)).toEqual([])
    expect(await namesOf(daughter.id, stranger.token)).toEqual([])
    expect(await namesOf(daughter.id, owner.token)).toEqual(['parent Берёзова'])
  })

  it('signs the portrait that it shows them', async () => {
    const closed = await aStoredMemorial(server, owner.token, { public_status: 'false' }, { withPhoto: true })
    await add(closed.id)
    const [relation] = await listOf(daughter.id, owner.token)
    expect(relation?.memorial.photo_path).toMatch(/signature=/)
  })

  it('is not told from one that does not exist', async () => {
    await close(theirs.id, stranger.token)
    const answers = []
    for (const id of [theirs.id, NO_PAGE, theirs.id, NO_PAGE]) answers.push(await add(id))
    const [request] = await pendingOf(stranger.token)
    await decide(request?.id ?? 0, 'rejected')
    answers.push(await add(theirs.id))
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(new Array(5).fill([202, 'null']))
  })

  it('shows name and dates to those whom it asks, and no portrait', async () => {
    const closed = await aStoredMemorial(
      server,
      owner.token,
      { public_status: 'false', lastname: 'Тополева' },
      { withPhoto: true },
    )
    await add(theirs.id, 'sibling', closed.id)
    const [request] = await pendingOf(stranger.token)
    expect(request?.memorial).toMatchObject({ lastname: 'Тополева', photo_path: null, photo_preview: null })
  })
})

it('asks the pages of others at most 20 times an hour', async () => {
  const statuses = []
  for (let count = 0; count < 21; count++) statuses.push((await add(NO_PAGE)).statusCode)
  expect(statuses).toEqual([...new Array<number>(20).fill(202), 429])
  expect((await add(mother.id)).statusCode).toBe(201)
})
