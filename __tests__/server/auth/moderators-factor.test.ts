import type { User } from '@contract/user'
import { giveFactor } from '@support/factors'
import { aModerator, aReportedPage } from '@support/reports'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { waitingWords } from '../memories/words'

const NEEDED = { detail: { code: 'FACTOR_NEEDED', reason: expect.stringContaining('второй способ входа') as string } }

let server: TestApp

beforeAll(async () => {
  server = await startTestApp({ TRUST_PROXY: '1' })
})
afterAll(() => server.close())

/** A moderator without a second factor, and what is sent with their session. */
async function bareModerator() {
  const { user, token } = await aModerator(server)
  await server.db.deleteFrom('factors').where('user_id', '=', user.id).execute()
  const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
    server.api({ method, url, token, ...(payload && { payload }) })
  return { id: user.id, token, ask }
}

it('says to the moderator’s account that it lacks a second factor, and to nobody else’s', async () => {
  const { ask, id } = await bareModerator()
  const me = async () => (await ask('GET', '/users/me')).json<User>()
  expect(await me()).toMatchObject({ is_moderator: true, factor_missing: true })
  await giveFactor(server.db, id)
  expect(await me()).toMatchObject({ is_moderator: true, factor_missing: false })

  const { token } = await server.signUp()
  expect((await server.api({ url: '/users/me', token })).json()).toMatchObject({ factor_missing: false })
})

it('shows and decides no reports without it, and does with it, in the session that was open', async () => {
  const { aReport } = await aReportedPage(server)
  const { ask, id } = await bareModerator()
  const report = await aReport()
  const answers = [
    await ask('GET', '/reports/pending'),
    await ask('GET', '/reports/closed'),
    await ask('POST', `/reports/${report.id}/decide`, { decision: 'close', text: 'Чужой адрес' }),
    await ask('POST', `/reports/${report.id}/reopen`),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
  for (const answer of answers) expect(answer.json()).toEqual(NEEDED)

  await giveFactor(server.db, id)
  expect((await ask('GET', '/reports/pending')).statusCode).toBe(200)
})

it('takes no program for codes that waits for its first code', async () => {
  const { ask } = await bareModerator()
  expect((await ask('POST', '/users/me/factors/code', { name: 'Телефон' })).statusCode).toBe(201)
  expect((await ask('GET', '/reports/pending')).statusCode).toBe(403)
})

it('opens no page that was taken down without it', async () => {
  const { aClosing, page } = await aReportedPage(server)
  const { ask } = await bareModerator()
  await aClosing()
  const answer = await ask('GET', `/memorial/${page.id}`)
  expect(answer.statusCode).toBe(403)
  expect(answer.json()).toEqual(NEEDED)
})

it('says nothing of that at a page that its owner has closed: no moderator reads it', async () => {
  const { token } = await anOwner(server)
  const { id } = await aStoredMemorial(server, token, { public_status: 'false' })
  const { ask } = await bareModerator()
  expect((await ask('GET', `/memorial/${id}`)).json()).toEqual({ detail: 'Страница закрыта. Введите PIN-код.' })
})

it('decides on words of others only with it, and on those of own pages without', async () => {
  const { token: owner } = await anOwner(server)
  const { id: page } = await aStoredMemorial(server, owner)
  const { ask, token } = await bareModerator()
  const { id: ownPage } = await aStoredMemorial(server, token)
  const [others, own] = [await waitingWords(server, page), await waitingWords(server, ownPage)]

  expect((await ask('GET', '/memories/pending')).json<{ result: { id: number }[] }>().result).toEqual([
    expect.objectContaining({ id: own.id }),
  ])
  const refused = [
    await ask('POST', `/memories/moderate/${others.id}`, { decision: 'approved' }),
    await ask('PATCH', `/memories/update/${others.id}`, { description: 'Иначе.' }),
    await ask('DELETE', `/memories/delete/${others.id}`),
    await ask('POST', '/memories/moderate', { decisions: [{ id: others.id, decision: 'approved' }] }),
  ]
  for (const answer of refused) expect([answer.statusCode, answer.json<unknown>()]).toEqual([403, NEEDED])

  const both = [others, own].map(({ id }) => ({ id, decision: 'approved' }))
  expect((await ask('POST', '/memories/moderate', { decisions: both })).json()).toEqual({
    result: [
      { id: others.id, outcome: 'forbidden' },
      { id: own.id, outcome: 'decided' },
    ],
  })
})
