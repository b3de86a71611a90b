import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { User } from '@contract/user'
import type { Memorial } from '@contract/memorial'
import { uploadsFolder } from '@server/media/temporary-room'
import { createImportService } from '@server/modules/imports/service'
import { memorialForm } from '@support/memorial-form'
import { smallPicture } from '@support/photographs'
import type { TestApp } from '@support/server-app'
import { aFullPage, importFile, takeArchive, zipFiles } from '@support/taken-pages'
import { until } from '@support/until'
import { anOwner } from '@support/test-memorials'
import { destroyOverdue } from '@support/trash'
import { expectAgreement, onEachEngine, statusesOf } from './race'

const PEOPLE = ['Иванова', 'Петрова']

onEachEngine({
  'gives the last places to a table or to a new page, and keeps no portrait of a table that is refused': tableOrNew,
  'gives the last places to one of two tables that two processes read at once': oneTable,
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
      await destroyOverdue(server)
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

/** An account with a place for every row of a table, and the table with a portrait for each of them. */
async function aTable(server: TestApp) {
  const { token, user } = await anOwner(server)
  await server.db.updateTable('users').set({ max_memorials: PEOPLE.length }).where('id', '=', user.id).execute()
  const table = Buffer.from(['Фамилия;Имя;Фото', ...PEOPLE.map((name) => `${name};Анна;portrait.jpg`)].join('\n'))
  const photos = await zipFiles([['portrait.jpg', await smallPicture()]])
  const pages = server.db.selectFrom('memorials').where('user_id', '=', user.id)
  return {
    ...{ user, table, photos },
    send: () => importFile(server, token, table, { photos }),
    create: () => server.api({ method: 'POST', url: '/memorial/create', token, payload: memorialForm() }),
    /** The surnames on the account's pages, and how many of them have a portrait. */
    made: async () => {
      const rows = await pages.select(['lastname', 'photo_id']).orderBy('lastname_key').execute()
      const portraits = rows.filter(({ photo_id: photo }) => photo !== null).length
      return { people: rows.map(({ lastname }) => lastname), portraits }
    },
  }
}

/** Every other round the page comes while the portraits are stored. */
async function tableOrNew(server: TestApp) {
  return async (round: number) => {
    const { send, create, made } = await aTable(server)
    const { files } = await kept(server)
    const sending = send()
    if (round % 2) await until(async () => (await server.filesInStore()).size > files)
    const [created, sent] = await Promise.all([create(), sending])
    const isPageFirst = created.statusCode === 201
    expect([sent.statusCode, created.statusCode]).toEqual(isPageFirst ? [403, 201] : [201, 403])
    expect(await made()).toEqual(
      isPageFirst ? { people: ['Ёлкин'], portraits: 0 } : { people: PEOPLE, portraits: PEOPLE.length },
    )
    await expectAgreement(server)
  }
}

async function oneTable(server: TestApp) {
  const folder = uploadsFolder(server.dataDir)
  const otherProcess = createImportService({ ...server, temporaryFolder: folder })
  return async () => {
    const { user, table, photos, send, made } = await aTable(server)
    const files = { table: path.join(folder, randomUUID()), photos: path.join(folder, randomUUID()) }
    await writeFile(files.table, table)
    await writeFile(files.photos, photos)
    const [sent, ran] = await Promise.allSettled([send(), otherProcess.run(user.id, files, 'other process')])
    await Promise.all(Object.values(files).map((file) => rm(file)))
    expect([
      [201, 'rejected'],
      [403, 'fulfilled'],
    ]).toContainEqual([sent.status === 'fulfilled' && sent.value.statusCode, ran.status])
    if (ran.status === 'rejected') expect(ran.reason).toMatchObject({ status: 403 })
    expect(await made()).toEqual({ people: PEOPLE, portraits: PEOPLE.length })
    await expectAgreement(server)
  }
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
