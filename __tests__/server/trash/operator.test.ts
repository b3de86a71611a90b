import type { Memorial } from '@contract/memorial'
import { createSecurityLog } from '@server/lib/security-log'
import { createLetters } from '@server/mail/letters'
import { TEST_KEY } from '@support/test-key'
import { createClosingService } from '@server/modules/memorials/closing-service'
import { listPages } from '@server/modules/operator/repository'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { anAdvancedMemorial, anArchiveItem } from '@support/archives'
import { aLog } from '@support/recorded-log'
import { startTestApp, type TestApp } from '@support/server-app'
import { trashOf } from '@support/trash'

let server: TestApp

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const closings = () =>
  createClosingService({
    ...server,
    letters: createLetters(server.config.site, TEST_KEY),
    securityLog: createSecurityLog({ log: aLog().log, secretKey: 'test' }),
  })

async function aTrashedPage() {
  const { owner, memorial } = await anAdvancedMemorial(server, { public_status: 'true' })
  await anArchiveItem(server, 'photo', { token: owner.token, memorialId: memorial.id })
  const trash = trashOf(server, owner.token).pages
  await trash.keep(memorial.id)
  const read = (token?: string) => server.api({ url: `/memorial/${memorial.id}`, ...(token && { token }) })
  return { owner, trash, id: memorial.id, read }
}

const lettersTo = async (email: string) =>
  (await server.db.selectFrom('letters').select('id').where('recipient', '=', email).execute()).length

it('is seen in the operator’s list, as its owner’s', async () => {
  const { owner, id } = await aTrashedPage()
  const [page] = await listPages(server.db, { ownerId: owner.user.id, limit: 100 })
  expect(page).toMatchObject({ id, user_id: owner.user.id, trashed_at: expect.any(Date), closed_at: null })
})

it('is taken down there, and stays closed when its owner brings it back', async () => {
  const { owner, trash, id, read } = await aTrashedPage()
  const letters = await lettersTo(owner.user.email)
  await closings().close(id, 'По решению суда.')
  expect(await lettersTo(owner.user.email)).toBe(letters)
  expect(await listPages(server.db, { onlyClosed: true, limit: 100 })).toMatchObject([{ id }])

  const restored = await trash.restore(id)
  expect(restored.json<Memorial>()).toMatchObject({ public_status: true, closed_reason: 'По решению суда.' })
  expect((await read()).statusCode).toBe(403)
  expect((await read(owner.token)).statusCode).toBe(200)

  await closings().open(id)
  expect((await read()).statusCode).toBe(200)
})

it('is opened there, and comes back as its owner wished', async () => {
  const { trash, id, read } = await aTrashedPage()
  await closings().close(id, 'По ошибке.')
  await closings().open(id)
  await expect(closings().open(id)).rejects.toMatchObject({ status: 400 })
  await trash.restore(id)
  expect((await read()).statusCode).toBe(200)
})

it('is destroyed there with its files', async () => {
  const { trash, id } = await aTrashedPage()
  await closings().remove(id)
  expect(await trash.list()).toEqual([])
  expect((await trash.restore(id)).statusCode).toBe(404)
  await expect(closings().remove(id)).rejects.toMatchObject({ status: 404 })
  await expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
})
