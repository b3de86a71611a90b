import { sql } from 'kysely'
import { migrate, migrationsOf } from '@server/db/migrate'
import { startTestApp, type TestApp } from '@support/server-app'

let server: TestApp

beforeAll(async () => {
  // What it adds to the tables would stay for the tests that follow.
  server = await startTestApp({}, { ownDatabase: true })
})
afterAll(() => server.close())

it('starts on the tables of a newer release, which only added to them', async () => {
  const later = '9999-later'
  await sql`insert into kysely_migration (name, timestamp) values (${later}, ${new Date().toISOString()})`.execute(
    server.db,
  )
  await sql`alter table memorials add column later text`.execute(server.db)

  await migrate(server.db)

  expect(await migrationsOf(server.db)).toMatchObject({
    done: expect.arrayContaining([later]) as string[],
    missing: [],
  })
  const { user } = await server.signUp()
  expect(user.email).toContain('@')
})

it('does not start where a migration is missing in the middle', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('0002-unknown', '')`.execute(server.db)
  await expect(migrate(server.db)).rejects.toThrow('0002-unknown')
})
