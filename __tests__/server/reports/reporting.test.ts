import { CONSENT_VERSION } from '@contract/consent'
import { aNewAddress } from '@support/access-requests'
import { aReportedPage } from '@support/reports'
import { startTestApp, type TestApp } from '@support/server-app'
import { aStoredMemorial } from '@support/test-memorials'
import { destroyOverdue } from '@support/trash'

const NO_PAGE = 2_000_000_000

let server: TestApp
let scene: Awaited<ReturnType<typeof aReportedPage>>

beforeAll(async () => {
  server = await startTestApp()
  await server.postman.stop()
})
afterAll(() => server.close())
beforeEach(async () => {
  scene = await aReportedPage(server)
})

describe('somebody who reports a page', () => {
  it('is answered the same for a public page, a closed one and none', async () => {
    const { owner, page, report } = scene
    const closed = await aStoredMemorial(server, owner.token, { public_status: 'false' })
    const answers = []
    for (const id of [page.id, closed.id, NO_PAGE]) answers.push(await report({}, aNewAddress(), id))
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(new Array(3).fill([202, 'null']))
    const [open, ...others] = answers.map(({ headers: { date: _date, 'x-request-id': _id, ...headers } }) => headers)
    for (const headers of others) expect(headers).toEqual(open)
  })

  it('makes the server write one row for whatever id, so that the time tells nothing either', async () => {
    const { owner, page, report } = scene
    const closed = await aStoredMemorial(server, owner.token, { public_status: 'false' })
    const rows = async () => {
      const found = await server.db.selectFrom('reports').select('memorial_id').orderBy('id').execute()
      return found.map(({ memorial_id: of }) => of)
    }
    const before = (await rows()).length
    for (const id of [page.id, closed.id, NO_PAGE]) await report({}, aNewAddress(), id)
    expect((await rows()).slice(before)).toEqual([page.id, closed.id, null])
  })

  it('may do so five times an hour from one address, also for a page that does not exist', async () => {
    const { page, report, pending } = scene
    const address = aNewAddress()
    const statuses: number[] = []
    for (const id of [page.id, NO_PAGE, page.id, page.id, page.id]) {
      statuses.push((await report({}, address, id)).statusCode)
    }
    const refused = await report({}, address)
    expect([...statuses, refused.statusCode]).toEqual([202, 202, 202, 202, 202, 429])
    expect(refused.json()).toEqual({
      detail: 'Вы уже отправили нам несколько сообщений. Попробуйте, пожалуйста, через час.',
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
    expect((await report({}, aNewAddress())).statusCode).toBe(202)
    expect(await pending()).toHaveLength(5)
  })

  it('says what is wrong, and writes words where no reason of the list fits', async () => {
    const { report } = scene
    const wrong = [
      { reason: undefined },
      { reason: 'boring' },
      { reason: 'other', text: ' ' },
      { reason: 'other', text: undefined },
      { text: 'я'.repeat(1001) },
      { email: 'oleg' },
      { consent_version: '1999-01-01' },
    ]
    const answers = []
    for (const differences of wrong) answers.push((await report(differences)).statusCode)
    expect(answers).toEqual(wrong.map(() => 422))
    expect((await report({ reason: 'other', text: 'Это не его фотография.' })).statusCode).toBe(202)
  })

  it('may leave out the words and the e-mail; the consent is kept with an e-mail alone', async () => {
    const { aReport, stored } = scene
    for (const email of [undefined, null, '']) {
      const { id } = await aReport({ text: undefined, email, consent_version: CONSENT_VERSION })
      expect(await stored(id)).toMatchObject({ text: '', email: null, consent_version: null })
    }
    const { id } = await aReport({ email: 'oleg@example.org', consent_version: CONSENT_VERSION })
    expect(await stored(id)).toMatchObject({ email: 'oleg@example.org', consent_version: CONSENT_VERSION })
  })
})

describe('moderators', () => {
  it('see what waits, the oldest first, also of closed pages', async () => {
    const { page, owner, aReport, decide, pending } = scene
    await server.api({
      method: 'PATCH',
      url: `/memorial/update/${page.id}/`,
      token: owner.token,
      payload: { public_status: 'false' },
    })
    const [first, second, third] = [
      await aReport({ reason: 'insult' }),
      await aReport({ reason: 'wrong' }),
      await aReport({ reason: 'not_mine', text: undefined, email: undefined }),
    ]
    await decide(second.id, 'dismiss')
    expect(await pending()).toEqual([first, third])
    expect(third).toEqual({
      id: expect.any(Number) as number,
      memorial_id: page.id,
      memorial_name: `${page.lastname} ${page.name} ${page.surname}`,
      reason: 'not_mine',
      text: '',
      email: null,
      created_at: expect.stringMatching(/Z$/) as string,
    })
  })

  it('alone do so: not those who keep the page', async () => {
    const { owner, aReport, decide, reopen } = scene
    const { id } = await aReport()
    const list = await server.api({ url: '/reports/pending', token: owner.token })
    expect([list.statusCode, list.json()]).toEqual([403, { detail: 'Это могут делать только модераторы.' }])
    expect((await decide(id, 'dismiss', '', owner.token)).statusCode).toBe(403)
    expect((await reopen(id, owner.token)).statusCode).toBe(403)
  })

  it('know of no report that is not there, nor of one of a page that is not there', async () => {
    const { report, decide, reopen } = scene
    await report({ email: 'nobody@example.org' }, aNewAddress(), NO_PAGE)
    const { id } = await server.db
      .selectFrom('reports')
      .select('id')
      .where('email', '=', 'nobody@example.org')
      .executeTakeFirstOrThrow()
    for (const missing of [id, NO_PAGE]) {
      expect((await decide(missing, 'close')).statusCode).toBe(404)
      expect((await reopen(missing)).statusCode).toBe(404)
    }
  })

  it('give the reason for which they close a page, and no answer unless they wish', async () => {
    const { aReport, decide } = scene
    const { id } = await aReport()
    for (const text of ['', '  ', 'я'.repeat(1001)]) expect((await decide(id, 'close', text)).statusCode).toBe(422)
    expect((await decide(id, 'maybe')).statusCode).toBe(422)
    const dismissed = await decide(id, 'dismiss', '')
    expect([dismissed.statusCode, dismissed.json()]).toEqual([200, { id, status: 'dismissed' }])
  })

  it('decide once', async () => {
    const { aReport, decide, pending } = scene
    for (const first of ['dismiss', 'close']) {
      const { id } = await aReport()
      await decide(id, first)
      for (const second of ['dismiss', 'close']) {
        const again = await decide(id, second)
        expect([again.statusCode, again.json()]).toEqual([409, { detail: 'По этому сообщению решение уже принято.' }])
      }
    }
    expect(await pending()).toEqual([])
  })

  it('lose the reports of a page with the page, and keep a decision whose moderator is gone', async () => {
    const { page, owner, moderator, aReport, aClosing, stored } = scene
    const { id } = await aClosing()
    await aReport()
    expect(await stored(id)).toMatchObject({ decided_by: moderator.user.id })
    await server.db.deleteFrom('users').where('id', '=', moderator.user.id).execute()
    expect(await stored(id)).toMatchObject({ status: 'closed', decided_by: null })

    await server.api({ method: 'DELETE', url: `/memorial/delete/${page.id}/`, token: owner.token })
    await destroyOverdue(server)
    expect(await server.db.selectFrom('reports').select('id').where('memorial_id', '=', page.id).execute()).toEqual([])
  })
})
