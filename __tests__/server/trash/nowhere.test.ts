import { linkPicturePath } from '@server/lib/link-picture-path'
import { randomToken } from '@server/lib/token'
import { letInWithKey } from '@server/modules/access-requests/repository'
import { insertInvitation, insertKeeper } from '@server/modules/keepers/repository'
import { insertMemory } from '@server/modules/memories/repository'
import { anAdvancedMemorial, anArchiveItem } from '@support/archives'
import { doTheJobs } from '@support/jobs'
import { nameModerator } from '@support/factors'
import { startTestApp, type TestApp } from '@support/server-app'
import { trashOf } from '@support/trash'

/** A page in the trash, with all that may lead to it, answers as an id that was never given. */
const NEVER_GIVEN = 2_000_000
const LASTNAME = 'Незабудкина'

let server: TestApp
let page: Awaited<ReturnType<typeof aPageWithAll>>

beforeAll(async () => {
  server = await startTestApp({ MODERATOR_EMAILS: 'moderator@example.org' })
  page = await aPageWithAll()
})
afterAll(() => server.close())

async function aPageWithAll() {
  const { owner, memorial } = await anAdvancedMemorial(server, { public_status: 'true', lastname: LASTNAME })
  const { id } = memorial
  const { db } = server
  const keeper = await server.signUp()
  const invited = await server.signUp()
  const moderator = await server.signUp()
  await nameModerator(db, moderator.user.id)
  await insertKeeper(db, id, keeper.user.id)
  const invitation = randomToken()
  const { email } = invited.user
  await insertInvitation(db, { memorial_id: id, role: 'keeper', email, invited_by: owner.user.id }, invitation)
  const words = { memorials_id: id, author: 'Вера', author_email: 'vera@example.org', description: 'Помним.' }
  const { memory } = await insertMemory(db, { ...words, status: 'pending' })
  const item = await anArchiveItem(server, 'photo', { token: owner.token, memorialId: id })
  const told = { memorial_id: id, reason: 'private', text: '' } as const
  const report = await db.insertInto('reports').values(told).returning('id').executeTakeFirstOrThrow()
  const asked = { memorial_id: id, name: 'Вера', email: 'vera@example.org', text: '', consent_version: null }
  const request = await db.insertInto('access_requests').values(asked).returning('id').executeTakeFirstOrThrow()
  const waiting = await db.insertInto('access_requests').values(asked).returning('id').executeTakeFirstOrThrow()
  const key = randomToken()
  await letInWithKey(db, request.id, key)
  const calendar = await server.api({ url: '/users/me/calendar', token: keeper.token })
  const picture = linkPicturePath(memorial, server.config.site.siteName)
  await server.app.inject(picture)
  await db.deleteFrom('letters').execute()
  expect((await trashOf(server, owner.token).pages.keep(id)).statusCode).toBe(204)
  const accounts = { owner, keeper, invited, moderator }
  const ids = { memory: memory.id, item: item.id, report: report.id, request: waiting.id }
  return {
    id,
    accounts,
    ids,
    key,
    invitation,
    item,
    picture,
    calendar: calendar.json<{ address: string }>().address,
  }
}

const CALLS: [method: 'GET' | 'POST' | 'DELETE' | 'PATCH', url: string, payload?: object][] = [
  ['GET', '/memorial/{id}'],
  ['GET', '/memorial/{id}/qrcode'],
  ['GET', '/memorial/{id}/qrcode?format=svg'],
  ['GET', '/memorial/{id}/book'],
  ['GET', '/memorial/{id}/calendar.ics'],
  ['GET', '/memorial/{id}/keepers'],
  ['GET', '/memorial/{id}/history'],
  ['POST', '/memorial/{id}/history/1/restore'],
  ['POST', '/memorial/{id}/history/restore-day', { day: '2026-03-08' }],
  ['GET', '/memorial/{id}/access-requests'],
  ['GET', '/memorial/{id}/blocked-authors'],
  ['GET', '/burial/{id}'],
  ['GET', '/memories/all?memorial_id={id}'],
  ['GET', '/memories/trash/{id}'],
  ['GET', '/photo_archive/get_memorial_photos/{id}'],
  ['GET', '/photo_archive/trash/{id}'],
  ['PATCH', '/memorial/upgrade/{id}'],
  ['PATCH', '/memorial/add-storage/{id}'],
  ['POST', '/memorial/{id}/verify-pin', { pin_code: '4806' }],
  ['POST', '/memorial/{id}/keepers', { email: 'brat@example.org' }],
  [
    'POST',
    '/memories/create',
    { memorials_id: '{id}', author: 'Вера', author_email: 'a@example.org', description: 'Да.' },
  ],
]

it.each(CALLS.map(([method, url, payload]) => ({ method, url, payload })))(
  '$method $url answers as for a page that never was',
  async ({ method, url, payload }) => {
    const askers = [undefined, ...Object.values(page.accounts).map(({ token }) => token)]
    for (const token of askers) {
      const ask = async (id: number) => {
        const about = JSON.stringify(payload ?? null).replace('"{id}"', String(id))
        const answer = await server.api({
          ...{ method, url: url.replace('{id}', String(id)) },
          ...(payload && { payload: JSON.parse(about) as object }),
          ...(token && { token }),
        })
        return [answer.statusCode, answer.body, answer.headers['x-pin']]
      }
      expect(await ask(page.id)).toEqual(await ask(NEVER_GIVEN))
    }
  },
)

it('opens with no personal link and no invitation', async () => {
  const open = (id: number) => server.api({ method: 'POST', url: `/memorial/${id}/open`, payload: { key: page.key } })
  const [opened, never] = [await open(page.id), await open(NEVER_GIVEN)]
  expect([opened.statusCode, opened.body]).toEqual([never.statusCode, never.body])
  const { token } = page.accounts.invited
  const payload = { token: page.invitation }
  const accepted = await server.api({ method: 'POST', url: '/keepers/accept', token, payload })
  expect(accepted.statusCode).toBeGreaterThanOrEqual(400)
  expect((await server.api({ url: '/keepers/invitations', token })).json()).toEqual({ result: [] })
})

it('is in no list, of whoever asks', async () => {
  const { owner, keeper, moderator } = page.accounts
  const lists = [
    '/memorial/public_memorials',
    `/memorial/public_memorials?q=${encodeURIComponent(LASTNAME)}`,
    '/memorial/my_memorials',
    '/memories/pending',
    '/reports/pending',
    '/reports/closed',
  ]
  for (const url of lists) {
    for (const { token } of [owner, keeper, moderator]) {
      const { body } = await server.api({ url, token })
      expect([url, body.includes(LASTNAME), body.includes(`"id":${page.id},`)]).toEqual([url, false, false])
    }
  }
  expect((await server.app.inject('/sitemap.xml')).body).not.toContain(`/memorials/${page.id}`)
  expect((await server.app.inject('/sitemaps/1.xml')).body).not.toContain(`/memorials/${page.id}`)
  expect((await server.app.inject(new URL(page.calendar).pathname)).body).not.toContain(LASTNAME)
})

it('gives none of its parts to those who knew their ids', async () => {
  const { owner, keeper, moderator } = page.accounts
  const { memory, item, report, request } = page.ids
  const decision = { decision: 'approved' }
  for (const { token } of [owner, keeper, moderator]) {
    const parts = [
      ['POST', `/memories/moderate/${memory}`, decision],
      ['DELETE', `/memories/delete/${memory}`],
      ['DELETE', `/photo_archive/delete/${item}`],
      ['POST', `/access-requests/${request}/decide`, decision],
    ] as const
    for (const [method, url, payload] of parts) {
      const { statusCode } = await server.api({ method, url, token, ...(payload && { payload }) })
      expect([url, statusCode]).toEqual([url, 404])
    }
  }
  const close = { decision: 'close', text: 'Чужой адрес' }
  const url = `/reports/${report}/decide`
  expect((await server.api({ method: 'POST', url, token: moderator.token, payload: close })).statusCode).toBe(404)
})

it('serves no file of it, and draws no picture for links', async () => {
  expect((await server.app.inject(page.item.file_path)).statusCode).toBe(404)
  const { statusCode } = await server.app.inject(page.picture)
  expect(statusCode).toBe(
    (await server.app.inject(page.picture.replace(String(page.id), String(NEVER_GIVEN)))).statusCode,
  )
})

it('takes requests and reports as for a page that never was: they are stored without one', async () => {
  const asked = { name: 'Вера', email: 'vera-2@example.org', text: '' }
  const told = { reason: 'private', text: 'Там мой адрес.' }
  for (const [call, payload] of [
    ['access-requests', asked],
    ['report', told],
  ] as const) {
    const { statusCode } = await server.api({ method: 'POST', url: `/memorial/${page.id}/${call}`, payload })
    expect([call, statusCode]).toEqual([call, 202])
  }
  const request = server.db.selectFrom('access_requests').select('memorial_id').where('email', '=', asked.email)
  const report = server.db.selectFrom('reports').select('memorial_id').where('text', '=', told.text)
  expect([await request.execute(), await report.execute()]).toEqual([[{ memorial_id: null }], [{ memorial_id: null }]])
})

it('is told of in no letter', async () => {
  await doTheJobs(server)
  const letters = await server.db.selectFrom('letters').select(['recipient', 'body_text']).execute()
  expect(letters.filter(({ body_text }) => body_text.includes(LASTNAME))).toEqual([])
})
