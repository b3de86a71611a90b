import type { Memorial } from '@contract/memorial'
import { createAttempts } from '@server/lib/attempts'
import { createSecurityLog } from '@server/lib/security-log'
import { createLetters } from '@server/mail/letters'
import { TEST_KEY } from '@support/test-key'
import { createClosingService } from '@server/modules/memorials/closing-service'
import { createReportService } from '@server/modules/reports/service'
import { lettingIn } from '@support/access-requests'
import { aLog } from '@support/recorded-log'
import { aModerator, aReportedPage, CLOSING_REASON } from '@support/reports'
import { startTestApp, type TestApp } from '@support/server-app'

let server: TestApp
let scene: Awaited<ReturnType<typeof aReportedPage>>

beforeAll(async () => {
  server = await startTestApp()
  await server.postman.stop()
})
afterAll(() => server.close())
beforeEach(async () => {
  scene = await aReportedPage(server, { public_status: 'true', swo_status: 'true' })
})

const operator = () =>
  createClosingService({
    library: server.library,
    letters: createLetters(server.config.site, TEST_KEY),
    postman: { wake: () => undefined },
    securityLog: createSecurityLog({ log: aLog().log, secretKey: 'test' }),
  })

const update = (fields: Record<string, string>) => {
  const { page, owner } = scene
  return server.api({ method: 'PATCH', url: `/memorial/update/${page.id}/`, token: owner.token, payload: fields })
}
const whole = async (token: string) =>
  (await server.api({ url: `/memorial/${scene.page.id}`, token })).json<Memorial & { closed_reason?: string }>()
const register = async () => {
  const query = server.db.selectFrom('register').select(['kind', 'done_by']).where('memorial_id', '=', scene.page.id)
  return (await query.orderBy('id').execute()).map(({ kind, done_by: by }) => `${kind} ${by}`)
}

it('a page that a moderator closes is read by its keepers and moderators alone', async () => {
  const { page, owner, aReport, decide, read } = scene
  const keeper = await server.signUp()
  const stranger = await server.signUp()
  await server.db.insertInto('keepers').values({ memorial_id: page.id, user_id: keeper.user.id }).execute()
  const { id } = await aReport()
  expect(await read()).toBe(200)

  expect((await decide(id, 'close')).json()).toEqual({ id, status: 'closed' })

  const others = [await read(), await read(stranger.token)]
  const theirs = [await read(owner.token), await read(keeper.token), await read((await aModerator(server)).token)]
  expect([others, theirs]).toEqual([
    [403, 403],
    [200, 200, 200],
  ])
  expect(await whole(keeper.token)).toMatchObject({ closed_reason: CLOSING_REASON, closed_by: 'moderators' })
})

it('PIN, personal link and status change nothing until it is opened', async () => {
  const { page, owner, aClosing, reopen, read } = scene
  await update({ public_status: 'false' })
  await server.api({ method: 'POST', url: '/users/me/set-pin', token: owner.token, payload: { pin_code: '4471' } })
  const tryPin = () =>
    server.api({ method: 'POST', url: `/memorial/${page.id}/verify-pin`, payload: { pin_code: '4471' } })
  const { access_token: byPin } = (await tryPin()).json<{ access_token: string }>()
  const { open, letIn } = lettingIn(server, page, owner.token)
  const { key, memorialToken: byLink } = await letIn()
  expect([await read(byPin), await read(byLink)]).toEqual([200, 200])

  const { id } = await aClosing()

  expect([await read(byPin), await read(byLink)]).toEqual([403, 403])
  expect([(await tryPin()).statusCode, (await open(key)).statusCode]).toEqual([403, 403])
  expect((await update({ public_status: 'true' })).statusCode).toBe(200)
  expect(await read()).toBe(403)
  await update({ public_status: 'false' })
  await reopen(id)
  expect([await read(), await read(byPin), await read(byLink)]).toEqual([403, 200, 200])
})

it('opened again it is as its owner wishes, also as they wished meanwhile', async () => {
  const { owner, aClosing, reopen, read } = scene
  const first = await aClosing()
  const answer = await reopen(first.id)
  expect([answer.statusCode, answer.json()]).toEqual([200, { id: first.id, status: 'reopened' }])
  expect(await whole(owner.token)).toMatchObject({ public_status: true, swo_status: true })
  expect(await whole(owner.token)).not.toHaveProperty('closed_reason')
  expect(await read()).toBe(200)

  const second = await aClosing()
  await update({ swo_status: 'false' })
  await reopen(second.id)
  expect(await whole(owner.token)).toMatchObject({ public_status: true, swo_status: false })
})

it('is told of in the register and the audit as a moderator’s', async () => {
  const { page, moderator, aClosing, reopen } = scene
  const { id } = await aClosing()
  await reopen(id)
  expect(await register()).toEqual(['memorial_closed moderator', 'memorial_opened moderator'])
  const audit = await server.db
    .selectFrom('audit_log')
    .select(['event', 'actor_id', 'actor_role'])
    .where('memorial_id', '=', page.id)
    .orderBy('id')
    .execute()
  const by = { actor_id: moderator.user.id, actor_role: 'moderator' }
  expect(audit).toEqual([
    { event: 'memorial_closed', ...by },
    { event: 'memorial_opened', ...by },
  ])
})

it('a report opens only the page that was closed for it, and once', async () => {
  const { aReport, aClosing, decide, reopen, read } = scene
  const refused = [409, { detail: 'Страница уже открыта, или её закрыли не по этому сообщению.' }]
  const tryReopen = async (id: number) => {
    const answer = await reopen(id)
    return [answer.statusCode, answer.json<object>()]
  }
  const waiting = await aReport()
  const closing = await aClosing()
  expect(await tryReopen(waiting.id)).toEqual(refused)
  await decide(waiting.id, 'dismiss')
  expect(await tryReopen(waiting.id)).toEqual(refused)
  expect(await read()).toBe(403)
  expect((await reopen(closing.id)).statusCode).toBe(200)
  expect(await tryReopen(closing.id)).toEqual(refused)
})

it('of two reports that closed it the last one opens it', async () => {
  const { owner, aReport, decide, reopen, read } = scene
  const [first, second] = [await aReport(), await aReport()]
  await decide(first.id, 'close', 'Первая причина')
  await decide(second.id, 'close', 'Вторая причина')
  expect((await whole(owner.token)).closed_reason).toBe('Вторая причина')
  expect((await reopen(first.id)).statusCode).toBe(409)
  expect((await reopen(second.id)).statusCode).toBe(200)
  expect(await read()).toBe(200)
})

it('what the operator closed no moderator opens, before a report or after it', async () => {
  const { page, owner, aReport, aClosing, decide, reopen, read } = scene
  await operator().close(page.id, 'Решение суда')
  const later = await aReport()
  expect((await decide(later.id, 'close')).statusCode).toBe(200)
  expect((await whole(owner.token)).closed_reason).toBe('Решение суда')
  expect((await reopen(later.id)).statusCode).toBe(409)
  await operator().open(page.id)

  const earlier = await aClosing()
  await operator().close(page.id, 'Решение суда')
  expect((await reopen(earlier.id)).statusCode).toBe(409)
  expect([await read(), (await whole(owner.token)).closed_reason]).toEqual([403, 'Решение суда'])

  await operator().open(page.id)
  await operator().close(page.id, 'Решение суда')
  expect((await reopen(earlier.id)).statusCode).toBe(409)
})

it('the decision, the closing and the letters are one transaction', async () => {
  const { moderator, aReport, pending, read } = scene
  const { id } = await aReport()
  const letters = createLetters(server.config.site, TEST_KEY)
  const interrupted = createReportService({
    ...{ db: server.db, library: server.library, closing: operator(), postman: { wake: () => undefined } },
    letters: {
      ...letters,
      reportedPageClosed: () => {
        throw new Error('killed')
      },
    },
    limitAttempts: createAttempts(),
    securityLog: createSecurityLog({ log: aLog().log, secretKey: 'test' }),
  })
  const session = { token: moderator.token, sessionId: 0, isFresh: true }
  const rights = { isVerified: true, isModerator: true as const, factorMissing: false }
  const account = { ...moderator.user, ...rights, ...session }
  await expect(interrupted.decide(account, id, { decision: 'close', text: CLOSING_REASON })).rejects.toThrow('killed')
  expect([await read(), (await pending()).length, await register()]).toEqual([200, 1, []])
})
