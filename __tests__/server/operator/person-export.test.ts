import { readFile } from 'node:fs/promises'
import { createMemorialAccess } from '@server/access/memorial'
import { createMemorialTokens } from '@server/access/memorial-token'
import { createSecurityLog } from '@server/lib/security-log'
import { uploadsFolder } from '@server/media/temporary-room'
import { createPersonExports, OperatorError } from '@server/modules/operator/accounts-service'
import { addToArchive, anAdvancedMemorial, anArchiveItem } from '@support/archives'
import { aLog } from '@support/recorded-log'
import { readZip } from '@support/read-zip'
import { startTestApp, type TestApp } from '@support/server-app'
import { aStoredMemorial, anOwner } from '@support/test-memorials'
import { tablesWith } from '@support/traces'
import { trashOf } from '@support/trash'

/** Nobody else writes these words: each is written in one place only. */
const WORDS = {
  page: 'Первослов',
  trashed: 'Второслов',
  left: 'Третьеслов',
  report: 'Четверослов',
  request: 'Пятислов',
  caption: 'Шестислов',
  heir: 'naslednik@example.org',
}
const EMAIL = 'prosit@example.org'
const GUEST = 'gost@example.org'

let server: TestApp

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const people = () =>
  createPersonExports({
    db: server.db,
    secretKey: server.secretKey,
    store: server.store,
    access: createMemorialAccess({ db: server.db, memorialTokens: createMemorialTokens('test') }),
    securityLog: createSecurityLog({ log: aLog().log, secretKey: 'test' }),
    publicUrl: 'https://pomnim.example',
    temporaryFolder: uploadsFolder(server.dataDir),
  })

async function exportOf(email: string) {
  const { file } = await people().write(email)
  const files = await readZip(await readFile(file))
  const data = JSON.parse(String(files.get('person.json'))) as Record<string, Record<string, unknown>[]>
  return { data, names: [...files.keys()], text: [...files.values()].map(String).join('\n') }
}

async function writeByGuest(email: string, memorialId: number): Promise<void> {
  const written = { author: 'Гость', author_email: email.toUpperCase(), status: 'pending' } as const
  await server.db
    .insertInto('memories')
    .values({ ...written, memorials_id: memorialId, description: `${WORDS.left} ${email}` })
    .execute()
  await server.db
    .insertInto('reports')
    .values({ memorial_id: memorialId, reason: 'other', text: `${WORDS.report} ${email}`, email })
    .execute()
  await server.db
    .insertInto('access_requests')
    .values({ memorial_id: memorialId, name: 'Гость', email, text: `${WORDS.request} ${email}`, consent_version: null })
    .execute()
}

it('gives out what is known of somebody with an account, wherever it was written', async () => {
  const { token, user } = await server.signUp({ email: EMAIL })
  await server.db.updateTable('users').set({ advanced_memorials_left: 1 }).where('id', '=', user.id).execute()
  const page = await aStoredMemorial(server, token, { lastname: WORDS.page, rate_check: 'true' })
  await addToArchive(server, 'audio', { token, memorialId: page.id })
  const item = await anArchiveItem(server, 'photo', { token, memorialId: page.id })
  await server.db.updateTable('archive_items').set({ description: WORDS.caption }).where('id', '=', item.id).execute()
  await trashOf(server, token).items('photo').keep(item.id)
  const trashed = await aStoredMemorial(server, token, { lastname: WORDS.trashed }, { withPhoto: true })
  await trashOf(server, token).pages.keep(trashed.id)
  const other = await aStoredMemorial(server, (await anOwner(server)).token, { lastname: 'Чужеслов' })
  await writeByGuest(EMAIL, other.id)
  await server.db.updateTable('users').set({ heir_email: WORDS.heir }).where('id', '=', user.id).execute()
  await server.api({ url: '/users/me/calendar', token })
  await server.api({ method: 'POST', url: '/auth/forgot-password', payload: { email: EMAIL } })
  await server.db
    .insertInto('register')
    .values({ kind: 'account_credited', done_by: 'operator', account_id: user.id })
    .execute()

  const { data, names, text } = await exportOf(EMAIL.toUpperCase())

  expect(Object.values(WORDS).filter((word) => !text.includes(word))).toEqual([])
  expect(Object.keys(data)).toEqual(expect.arrayContaining(await tablesWith(server, EMAIL)))
  expect(data).toMatchObject({
    users: [{ email: EMAIL, has_pin: false }],
    sessions: [{ address: expect.stringMatching(/\*$/) as string }],
    register: [{ kind: 'account_credited' }],
    letters: [{ recipient: EMAIL }, { recipient: EMAIL }],
  })
  expect(names).toEqual(
    expect.arrayContaining([
      expect.stringMatching(new RegExp(`^pages/.*${WORDS.page}.*/audio/001\\.`)),
      `trash/${item.id}.jpg`,
      `trash/portrait-${trashed.id}.jpg`,
    ]),
  )
  // Neither what others wrote, nor what opens anything.
  expect(text).not.toContain('Чужеслов')
  expect(JSON.stringify(data)).not.toMatch(/_hash|email_key|"key"/)
})

it('gives out what is known of a guest', async () => {
  const { memorial } = await anAdvancedMemorial(server)
  await writeByGuest(GUEST, memorial.id)

  const { data, names } = await exportOf(GUEST)

  expect(names).toEqual(['person.json'])
  expect(Object.keys(data).sort()).toEqual(['access_requests', 'memories', 'reports'])
  expect(JSON.stringify(data)).not.toContain(EMAIL)
})

it('does so for an account that is blocked', async () => {
  const { token, user } = await server.signUp()
  await aStoredMemorial(server, token, { lastname: 'Закрытослов' })
  await server.db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute()
  expect((await exportOf(user.email)).text).toContain('Закрытослов')
})

it('leaves a line in the register, without content', async () => {
  const { user } = await server.signUp()
  await people().write(user.email)
  const lines = await server.db.selectFrom('register').selectAll().where('account_id', '=', user.id).execute()
  expect(lines).toMatchObject([{ kind: 'person_exported', done_by: 'operator', memorial_id: null }])
})

it('says so when nothing is known', async () => {
  await expect(people().write('nobody@example.org')).rejects.toThrow(OperatorError)
})
