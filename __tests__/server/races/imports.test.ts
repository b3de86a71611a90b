import type { User } from '@contract/user'
import type { Memorial } from '@contract/memorial'
import { memorialForm } from '@support/memorial-form'
import type { TestApp } from '@support/server-app'
import { aFullPage, importFile, takeArchive } from '@support/taken-pages'
import { until } from '@support/until'
import { anOwner } from '@support/test-memorials'
import { expectAgreement, onEachEngine, statusesOf } from './race'

onEachEngine({
  'gives the last place to one of two archives that come back, with its files': lastPlace,
  'gives the last credit to one of two archives that come back': lastCredit,
  'gives the last place to one, when a new page is made while the files of an archive are stored': backOrNew,
})

/** An archive of a full page, and an account that brings it back. */
async function aReturn(server: TestApp) {
  const { token: before } = await anOwner(server, { advanced: 1 })
  const archive = await takeArchive(server, before, await aFullPage(server, before))
  const { token, user } = await anOwner(server)
  await server.postman.stop()
  const pages = server.db.selectFrom('memorials').where('user_id', '=', user.id)
  return {
    token,
    bring: () => importFile(server, token, archive),
    give: (max_memorials: number, advanced_memorials_left: number) =>
      server.db
        .updateTable('users')
        .set({ max_memorials, advanced_memorials_left })
        .where('id', '=', user.id)
        .execute(),
    left: async () => (await server.api({ url: '/users/me', token })).json<User>().advanced_memorials_left,
    /** Deletes all pages with their files. */
    removeAll: async () => {
      for (const { id } of await pages.select('id').execute()) {
        await server.api({ method: 'DELETE', url: `/memorial/delete/${id}/`, token })
      }
    },
    mine: async () =>
      (await server.api({ url: '/memorial/my_memorials', token })).json<{ result: Memorial[] }>().result,
  }
}

/** How many files are stored, and how many media rows are there. */
async function kept(server: TestApp) {
  const files = (await server.storedFiles()).size
  const { count } = await server.db
    .selectFrom('media')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { files, rows: count }
}

async function lastPlace(server: TestApp) {
  const { bring, give, left, removeAll, mine } = await aReturn(server)
  const empty = await kept(server)
  await give(1, 2)
  await bring()
  const withOne = await kept(server)
  expect(withOne.rows).toBeGreaterThan(empty.rows)
  return async () => {
    await removeAll()
    expect(await kept(server)).toEqual(empty)
    await give(1, 2)
    expect(await statusesOf([bring(), bring()])).toEqual([201, 403])
    expect(await left()).toBe(1)
    expect(await kept(server)).toEqual(withOne)
    await expectAgreement(server)
    expect(await mine()).toHaveLength(1)
  }
}

async function lastCredit(server: TestApp) {
  const { bring, give, left, removeAll, mine } = await aReturn(server)
  return async () => {
    await removeAll()
    await give(2, 1)
    expect(await statusesOf([bring(), bring()])).toEqual([201, 403])
    expect([await left(), (await mine()).length]).toEqual([0, 1])
    await expectAgreement(server)
  }
}

async function backOrNew(server: TestApp) {
  const { token, bring, give, left, removeAll, mine } = await aReturn(server)
  const empty = await kept(server)
  return async () => {
    await removeAll()
    await give(1, 1)
    const bringing = bring()
    // The archive had a place when it was looked at, and stores its files now.
    await until(async () => (await server.filesInStore()).size > empty.files)
    const made = await server.api({ method: 'POST', url: '/memorial/create', token, payload: memorialForm() })
    const isPageFirst = made.statusCode === 201
    // On a busy machine the archive may have been stored whole before the page came.
    expect([(await bringing).statusCode, made.statusCode]).toEqual(isPageFirst ? [403, 201] : [201, 403])
    expect([await left(), (await mine()).length]).toEqual([isPageFirst ? 1 : 0, 1])
    if (isPageFirst) expect(await kept(server)).toEqual(empty)
    await expectAgreement(server)
  }
}
