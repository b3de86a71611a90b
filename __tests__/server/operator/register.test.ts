import type { Installation } from '@server/admin/installation'
import { installationVerb } from '@server/admin/verbs'
import { startTestApp, type TestApp } from '@support/server-app'

let server: TestApp

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

it('has a line for letters that were tried again, and none where there were none', async () => {
  const { db } = server
  const retry = () =>
    installationVerb('letters retry')?.runOn({ db, postman: { wake: () => undefined } } as Installation, {
      args: [],
      options: {},
    })
  const lines = () => db.selectFrom('register').select(['kind', 'done_by', 'account_id']).execute()

  expect(await retry()).toMatchObject({ data: { retried: 0 } })
  expect(await lines()).toEqual([])

  const letter = { recipient: 'komu@example.org', subject: 'Письмо', body_text: '', body_html: '' }
  await db.insertInto('letters').values(letter).execute()
  expect(await retry()).toMatchObject({ data: { retried: 1 } })
  expect(await lines()).toEqual([{ kind: 'letters_retried', done_by: 'operator', account_id: null }])
})
