import type { PendingAccessRequest } from '@contract/access'
import { CONSENT_VERSION } from '@contract/consent'
import { aClosedPage, aNewAddress, lettingIn } from '@support/access-requests'
import { startTestApp, type TestApp } from '@support/server-app'
import { aStoredMemorial } from '@support/test-memorials'
import { destroyOverdue } from '@support/trash'

const NO_PAGE = 2_000_000_000

let server: TestApp
let scene: Awaited<ReturnType<typeof aClosedPage>>

beforeAll(async () => {
  server = await startTestApp()
  await server.postman.stop()
})
afterAll(() => server.close())
beforeEach(async () => {
  scene = await aClosedPage(server)
})

describe('somebody who asks to be let in', () => {
  it('is answered the same for a closed page, a public one and none', async () => {
    const { owner, page, ask } = scene
    const open = await aStoredMemorial(server, owner.token, { public_status: 'true' })
    const answers = []
    for (const id of [page.id, open.id, NO_PAGE]) answers.push(await ask({}, aNewAddress(), id))
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(new Array(3).fill([202, 'null']))
    const [closed, ...others] = answers.map(({ headers: { date: _date, 'x-request-id': _id, ...headers } }) => headers)
    for (const headers of others) expect(headers).toEqual(closed)
  })

  it('makes the server write one row for whatever id, so that the time tells nothing either', async () => {
    const { owner, page, ask } = scene
    const open = await aStoredMemorial(server, owner.token, { public_status: 'true' })
    const rows = async () =>
      (await server.db.selectFrom('access_requests').select('memorial_id').orderBy('id').execute()).map(
        ({ memorial_id }) => memorial_id,
      )
    const before = (await rows()).length
    for (const id of [page.id, open.id, NO_PAGE]) await ask({}, aNewAddress(), id)
    expect((await rows()).slice(before)).toEqual([page.id, null, null])
    const letters = await server.db
      .selectFrom('letters')
      .select('id')
      .where('recipient', '=', owner.user.email)
      .execute()
    // The one that confirms the address.
    expect(letters).toHaveLength(1)
  })

  it('is one of fifty who are shown at a page, and is told nothing of that', async () => {
    const { page, ask, listed } = scene
    const waiting = Array.from({ length: 49 }, (_none, nth) => ({
      ...{ memorial_id: page.id, name: `Гость ${nth}`, email: `guest-${nth}@example.org`, text: '' },
    }))
    await server.db.insertInto('access_requests').values(waiting).execute()
    expect((await ask({ name: 'Пятидесятая' }, aNewAddress())).statusCode).toBe(202)
    expect(await listed()).toMatchObject({ more_waiting: false })
    for (const name of ['Следующая', 'Ещё одна']) {
      const answer = await ask({ name }, aNewAddress())
      expect([answer.statusCode, answer.body]).toEqual([202, 'null'])
    }
    const { result, more_waiting } = await listed()
    expect([result.length, result.at(-1)?.name, more_waiting]).toEqual([50, 'Пятидесятая', true])

    await server.db
      .deleteFrom('access_requests')
      .where('id', '=', result[0]?.id ?? 0)
      .execute()
    expect((await listed()).result.at(-1)?.name).toBe('Следующая')
    expect(await listed()).toMatchObject({ more_waiting: false })
  })

  it('may do so three times an hour from one address, also for a page that does not exist', async () => {
    const { ask, list } = scene
    const address = aNewAddress()
    const statuses = [(await ask({}, address)).statusCode, (await ask({}, address, NO_PAGE)).statusCode]
    statuses.push((await ask({}, address)).statusCode)
    const refused = await ask({}, address)
    expect([...statuses, refused.statusCode]).toEqual([202, 202, 202, 429])
    expect(refused.json()).toEqual({
      detail: 'Вы уже отправили несколько просьб. Попробуйте, пожалуйста, через час.',
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
    expect((await ask({}, aNewAddress())).statusCode).toBe(202)
    expect(await list()).toHaveLength(3)
  })

  it('says who they are, and may leave out the words', async () => {
    const { ask, list } = scene
    const left = []
    for (const wrong of [{ name: ' ' }, { email: 'vera' }, { email: '' }, { text: 'я'.repeat(1001) }]) {
      left.push((await ask(wrong)).statusCode)
    }
    expect(left).toEqual([422, 422, 422, 422])
    expect((await ask({ text: undefined, email: 'vera@example.org', name: ' Вера\n' })).statusCode).toBe(202)
    expect(await list()).toEqual([
      {
        id: expect.any(Number) as number,
        name: 'Вера',
        email: 'vera@example.org',
        text: '',
        status: 'pending',
        created_at: expect.stringMatching(/Z$/) as string,
      },
    ])
  })

  it('has agreed to the edition of the consent that the form showed', async () => {
    const { ask, page } = scene
    expect((await ask({ consent_version: '1999-01-01' })).statusCode).toBe(422)
    expect((await ask({ consent_version: CONSENT_VERSION })).statusCode).toBe(202)
    const { consent_version: kept } = await server.db
      .selectFrom('access_requests')
      .select('consent_version')
      .where('memorial_id', '=', page.id)
      .executeTakeFirstOrThrow()
    expect(kept).toBe(CONSENT_VERSION)
  })
})

describe('those who keep the page', () => {
  it('see who waits first, the oldest before the others, and then who was let in and who was not', async () => {
    const { somebody, decide, list } = scene
    const people = []
    for (const name of ['Анна', 'Борис', 'Вера', 'Глеб']) people.push(await somebody({ name }))
    const [anna, boris] = people.map(({ id }) => id)
    await decide(anna as number, 'rejected')
    await decide(boris as number, 'approved')
    expect((await list()).map(({ name, status }) => [name, status])).toEqual([
      ['Вера', 'pending'],
      ['Глеб', 'pending'],
      ['Борис', 'approved'],
      ['Анна', 'rejected'],
    ])
  })

  it('find who waits at all the pages that they keep in one list, the oldest first, and nobody of others’ pages', async () => {
    const { somebody, decide, owner, page } = scene
    const second = await aStoredMemorial(server, owner.token, { public_status: 'false', lastname: 'Рябинин' })
    const other = await aClosedPage(server)
    const pendingOf = async (token: string) =>
      (await server.api({ url: '/access-requests/pending', token })).json<{ result: PendingAccessRequest[] }>().result

    const anna = await somebody({ name: 'Анна' })
    await decide((await somebody({ name: 'Борис' })).id, 'approved')
    await other.somebody({ name: 'Глеб' })
    await lettingIn(server, second, owner.token).somebody({ name: 'Вера' })
    expect((await pendingOf(owner.token)).map(({ name, memorial_id }) => [name, memorial_id])).toEqual([
      ['Анна', page.id],
      ['Вера', second.id],
    ])

    const keeper = await server.signUp()
    expect(await pendingOf(keeper.token)).toEqual([])
    await server.db.insertInto('keepers').values({ memorial_id: page.id, user_id: keeper.user.id }).execute()
    const { status: _status, ...request } = anna
    const names = [page.lastname, page.name, page.surname].filter(Boolean).join(' ')
    expect(await pendingOf(keeper.token)).toEqual([{ ...request, memorial_id: page.id, memorial_name: names }])
  })

  it('let somebody in by a letter with a link, and tell nobody of a refusal', async () => {
    const { somebody, decide, keyFor, page } = scene
    const vera = await somebody()
    const gleb = await somebody()
    const answer = await decide(vera.id, 'approved')
    expect([answer.statusCode, answer.json()]).toEqual([200, { id: vera.id, status: 'approved' }])
    expect((await decide(gleb.id, 'rejected')).json()).toEqual({ id: gleb.id, status: 'rejected' })

    expect(await keyFor(vera.email)).toMatch(/^[\w-]{43}$/)
    const { subject, body_text: text } = await server.db
      .selectFrom('letters')
      .selectAll()
      .where('recipient', '=', vera.email)
      .executeTakeFirstOrThrow()
    expect(subject).toBe('Вам открыли страницу памяти')
    expect(text).toContain(page.lastname)
    const toGleb = await server.db.selectFrom('letters').select('id').where('recipient', '=', gleb.email).execute()
    expect(toGleb).toEqual([])
  })

  it('decide once', async () => {
    const { somebody, decide } = scene
    for (const first of ['approved', 'rejected']) {
      const { id } = await somebody()
      await decide(id, first)
      for (const second of ['approved', 'rejected']) {
        const again = await decide(id, second)
        expect([again.statusCode, again.json()]).toEqual([409, { detail: 'По этой просьбе решение уже принято.' }])
      }
    }
  })

  it('know of no request that is not there, and none of a page that they do not keep', async () => {
    const { somebody, decide, end } = scene
    const { id } = await somebody()
    const other = await aClosedPage(server)
    expect((await decide(id, 'approved', other.owner.token)).statusCode).toBe(403)
    expect((await end(id, other.owner.token)).statusCode).toBe(403)
    expect((await decide(NO_PAGE, 'approved')).statusCode).toBe(404)
    expect((await end(NO_PAGE)).statusCode).toBe(404)
    expect((await decide(id, 'maybe')).statusCode).toBe(422)
    // A request for a public page is nobody's.
    await scene.ask({ email: 'nobody@example.org' }, aNewAddress(), NO_PAGE)
    const nobodys = await server.db
      .selectFrom('access_requests')
      .select('id')
      .where('email', '=', 'nobody@example.org')
      .executeTakeFirstOrThrow()
    expect((await decide(nobodys.id, 'approved')).statusCode).toBe(404)
  })

  it('keep the requests when the page is handed over, and they go when it is deleted', async () => {
    const { somebody, page, owner } = scene
    await somebody()
    const heir = await server.signUp()
    await server.db.updateTable('memorials').set({ user_id: heir.user.id }).where('id', '=', page.id).execute()
    expect(await lettingIn(server, page, heir.token).list()).toHaveLength(1)
    expect((await server.api({ url: `/memorial/${page.id}/access-requests`, token: owner.token })).statusCode).toBe(403)

    await server.api({ method: 'DELETE', url: `/memorial/delete/${page.id}/`, token: heir.token })
    await destroyOverdue(server)
    const left = await server.db.selectFrom('access_requests').select('id').where('memorial_id', '=', page.id).execute()
    expect(left).toEqual([])
  })
})
