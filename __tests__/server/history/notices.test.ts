import { endLetters } from '@server/mail/repository'
import { doTheJobs } from '@support/jobs'
import { startTestApp, type TestApp } from '@support/server-app'
import { aFamily, type Person } from './family'

let server: TestApp
let family: Awaited<ReturnType<typeof aFamily>>

beforeAll(async () => {
  server = await startTestApp()
  await server.postman.stop()
})
afterAll(() => server.close())
beforeEach(async () => {
  family = await aFamily(server)
})

/** How many letters somebody got of a text that was replaced. */
async function noticesTo({ user }: Person): Promise<number> {
  const subject = 'То, что вы написали, изменили вскоре после вас'
  const letters = server.db.selectFrom('letters').select('id').where('subject', '=', subject)
  return (await letters.where('recipient', '=', user.email).execute()).length
}

async function bothSave(minutesApart = 1): Promise<void> {
  const { sister, brother, change, pass } = family
  await change(sister, { biography: 'Слова сестры.', name: 'Павел' })
  await pass(minutesApart)
  await change(brother, { biography: 'Слова брата.', name: 'Прохор' })
}

it('writes to the first of two who save the same once, and not to the second', async () => {
  const { sister, brother } = family
  await bothSave()
  await doTheJobs(server)
  await doTheJobs(server)
  expect([await noticesTo(sister), await noticesTo(brother)]).toEqual([1, 0])
  const { body_text: text } = await server.db
    .selectFrom('letters')
    .select('body_text')
    .where('recipient', '=', sister.user.email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(text).toContain(`/memorials/${family.page.id}`)
  expect(text).not.toContain('Слова')
  expect(text).not.toContain(brother.user.email)
})

it('writes to nobody of a text that was saved long before, nor of another text', async () => {
  const { sister, brother, change } = family
  await bothSave(61)
  await change(brother, { surname: 'Ильич' })
  await doTheJobs(server)
  expect(await noticesTo(sister)).toBe(0)
})

it('does not write to who keeps the page no more, nor to who ended such letters', async () => {
  const { sister, brother, change, page } = family
  await change(brother, { biography: 'Слова брата.' })
  await change(sister, { biography: 'Слова сестры.' })
  const url = `/memorial/${page.id}/keepers/${brother.user.id}`
  await server.api({ method: 'DELETE', url, token: sister.token })
  await doTheJobs(server)
  expect(await noticesTo(brother)).toBe(0)

  family = await aFamily(server)
  await endLetters(server.db, server.secretKey, family.sister.user.email, 'pages')
  await bothSave()
  await doTheJobs(server)
  expect(await noticesTo(family.sister)).toBe(0)
})
