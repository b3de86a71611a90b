import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { MEDIA_BASE_PATH } from '@contract/paths'
import { connect, createPool } from '@server/db/connect'
import { startEmbeddedDatabase } from '@server/db/embedded/embedded-database'
import { migrateTo, migrationsOf } from '@server/db/migrate'
import { hashPassword } from '@server/lib/password'
import { describeOnPostgres } from '@support/postgres'
import { sharedPostgres, type SharedPostgres } from '@support/worker/shared-postgres'
import { startTestApp, TEST_PASSWORD, type TestApp } from '@support/server-app'
import { DATABASE_WORKER_FILE } from '@support/worker/test-database'

/** The tables of the first release with people and pages in them, opened by this one and read through its API. */

const FIRST_RELEASE = '0005-announced-changes'
const PIN = '0517'
const AT = '2025-05-09T12:00:00.000Z'

type Connection = Parameters<typeof createPool>[0]

async function fillFormerDatabase(connection: Connection): Promise<void> {
  const db = connect(createPool(connection))
  await migrateTo(db, FIRST_RELEASE)
  await sql`insert into users (id, email, email_key, password_hash, pin_hash, is_verified, verified_at, pin_set_at,
      max_memorials, advanced_memorials_left, bonus_gb_left) overriding system value values
    (1, 'doch@example.org', 'doch@example.org', ${await hashPassword(TEST_PASSWORD)}, ${await hashPassword(PIN)}, true,
      ${AT}, ${AT}, 5, 2, 1),
    (2, 'brat@example.org', 'brat@example.org', ${await hashPassword(TEST_PASSWORD)}, null, true, ${AT}, null, 5, 0, 0)`.execute(
    db,
  )
  await sql`insert into memorials (id, user_id, lastname, name, surname, lastname_key, name_key, surname_key, birth_date,
      death_date, biography, photo_id, public_status, swo_status, rate_check, is_advanced, media_storage_limit,
      used_storage_bytes, photo_width, photo_height, photo_tone) overriding system value values
    (1, 1, 'Ёлкин', 'Пётр', 'Андреевич', 'елкин', 'петр', 'андреевич', '1921-05-09', '1999-11-30', 'Учил детей.',
      'portrait', true, true, true, true, 262144000, 6000, 420, 525, '#a09080'),
    (2, 1, 'Ёлкина', 'Анна', null, 'елкина', 'анна', '', '1925-02-28', '2001-01-01', null,
      null, false, false, false, false, 0, 0, null, null, null)`.execute(db)
  await sql`insert into media (id, memorial_id, picture_version, width, height) values
    ('portrait', 1, 1, 420, 525), ('grave', 1, 0, null, null), ('wedding', 1, 1, 800, 600), ('river', 1, 0, null, null),
    ('voice', 1, 0, null, null), ('film', 1, 0, null, null)`.execute(db)
  await sql`insert into archive_items (id, memorial_id, kind, media_id, file_name, size_bytes, description)
    overriding system value values
    (1, 1, 'photo', 'wedding', 'photo.webp', 1000, 'Свадьба'), (2, 1, 'photo', 'river', 'photo.webp', 1000, null),
    (3, 1, 'audio', 'voice', 'recording.mp3', 2000, 'Голос'), (4, 1, 'video', 'film', 'recording.mp4', 2000, 'Дача')`.execute(
    db,
  )
  await sql`insert into burials (id, memorial_id, burial_address, burial_coordinates, photo_id)
    overriding system value values (1, 1, 'Хованское кладбище', '55.597, 37.463', 'grave')`.execute(db)
  await sql`insert into memories (id, memorials_id, author, author_email, description, status, created_at, decided_at)
    overriding system value values
    (1, 1, 'Соседка', null, 'Он чинил всем часы.', 'approved', ${AT}, ${AT}),
    (2, 1, 'Ученик', 'uchenik@example.org', 'Помню его уроки.', 'pending', ${AT}, null),
    (3, 1, 'Кто-то', null, 'Реклама', 'rejected', ${AT}, ${AT})`.execute(db)
  await db.destroy()
}

const HIS_CARD = {
  id: 1,
  lastname: 'Ёлкин',
  name: 'Пётр',
  surname: 'Андреевич',
  birth_date: '1921-05-09',
  death_date: '1999-11-30',
  photo_path: expect.stringMatching(new RegExp(`^${MEDIA_BASE_PATH}/portrait/`)),
  photo_width: 420,
  photo_height: 525,
  photo_tone: '#a09080',
  swo_status: true,
}
const HIS_PAGE = { ...HIS_CARD, user_id: 1, biography: 'Учил детей.', public_status: true, profile_rate: 'Продвинутый' }
const HER_PAGE = {
  id: 2,
  lastname: 'Ёлкина',
  name: 'Анна',
  surname: null,
  birth_date: '1925-02-28',
  death_date: '2001-01-01',
  photo_path: null,
  biography: null,
  public_status: false,
}
const ofMedia = (id: string): unknown => expect.stringMatching(new RegExp(`^${MEDIA_BASE_PATH}/${id}/`))

function readsEverything(getServer: () => TestApp): void {
  const read = async (url: string, token?: string) => {
    const answer = await getServer().api({ url, ...(token && { token }) })
    return { status: answer.statusCode, body: answer.json<unknown>() }
  }
  const ok = (body: unknown) => ({ status: 200, body })
  const like = (body: object) => ok(expect.objectContaining(body))

  async function signIn(username: string): Promise<string> {
    const answer = await getServer().api({
      method: 'POST',
      url: '/auth/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ grant_type: 'password', username, password: TEST_PASSWORD }).toString(),
    })
    expect(answer.statusCode).toBe(200)
    return answer.json<{ access_token: string }>().access_token
  }

  it('runs every later migration', async () => {
    const { done, missing } = await migrationsOf(getServer().db)
    expect(done.at(-1)).not.toBe(FIRST_RELEASE)
    expect(missing).toEqual([])
  })

  it('lets the account in, with all it had', async () => {
    const token = await signIn('doch@example.org')
    expect(await read('/users/me', token)).toEqual(
      like({
        id: 1,
        email: 'doch@example.org',
        is_verified: true,
        has_pin: true,
        max_memorials: 5,
        advanced_memorials_left: 2,
        bonus_gb_left: 1,
      }),
    )
  })

  it('shows the public page to everybody, with its portrait and its dates to the day', async () => {
    const exact = { birth_precision: 'day', death_precision: 'day', maiden_name: null, indexable: true, candles: 0 }
    expect(await read('/memorial/1')).toEqual(like({ ...HIS_PAGE, ...exact }))
    for (const list of ['public_memorials', 'swo_memorials']) {
      expect(await read(`/memorial/${list}`)).toEqual(like({ total: 1, result: [expect.objectContaining(HIS_CARD)] }))
      expect(await read(`/memorial/${list}?lastname=${encodeURIComponent('ёлкин')}`)).toEqual(like({ total: 1 }))
    }
  })

  it('shows the closed page to its owner and to the PIN alone', async () => {
    expect((await read('/memorial/2')).status).toBe(403)
    expect((await read('/memorial/2', await signIn('brat@example.org'))).status).toBe(403)
    const token = await signIn('doch@example.org')
    expect(await read('/memorial/2', token)).toEqual(like({ ...HER_PAGE, role: 'owner' }))
    const opened = await getServer().api({
      method: 'POST',
      url: '/memorial/2/verify-pin',
      payload: { pin_code: PIN },
    })
    expect(opened.statusCode).toBe(200)
    const { access_token } = opened.json<{ access_token: string }>()
    expect(await read('/memorial/2', access_token)).toEqual(like(HER_PAGE))
  })

  it('shows the owner both pages, the storage and the whole portrait', async () => {
    const { body } = await read('/memorial/my_memorials', await signIn('doch@example.org'))
    const { result } = body as { result: { id: number }[] }
    expect(result.sort((one, other) => one.id - other.id)).toEqual([
      expect.objectContaining({
        ...HIS_PAGE,
        ...{ role: 'owner', media_storage_limit: 262144000, used_storage_bytes: 6000 },
        ...{ photo_original_path: ofMedia('portrait'), photo_rotate: 0, photo_crop: null },
      }),
      expect.objectContaining({ ...HER_PAGE, role: 'owner' }),
    ])
  })

  it('keeps the archives in their order, with what was written', async () => {
    const nothingNew = { date_text: null, people: null, is_being_prepared: false }
    expect(await read('/photo_archive/get_memorial_photos/1')).toEqual(
      ok({
        result: [
          expect.objectContaining({
            ...{ id: 1, memorial_id: 1, description: 'Свадьба', file_path: ofMedia('wedding'), position: 1 },
            ...{ width: 800, height: 600, ...nothingNew },
          }),
          expect.objectContaining({
            ...{ id: 2, memorial_id: 1, description: null, file_path: ofMedia('river'), position: 2 },
            ...{ width: null, height: null, ...nothingNew },
          }),
        ],
      }),
    )
    for (const [list, id, description, media] of [
      ['/audio_archive/get_memorial_audios/1', 3, 'Голос', 'voice'],
      ['/video_archive/get_memorial_videos/1', 4, 'Дача', 'film'],
    ] as const) {
      const item = { id, memorial_id: 1, description, file_path: ofMedia(media), position: 1, is_playable: true }
      expect(await read(list)).toEqual(ok({ result: [expect.objectContaining({ ...item, ...nothingNew })] }))
    }
  })

  it('keeps the burial place', async () => {
    expect(await read('/burial/1')).toEqual(
      like({
        id: 1,
        memorial_id: 1,
        burial_address: 'Хованское кладбище',
        burial_coordinates: '55.597, 37.463',
        photo_path: ofMedia('grave'),
        cemetery: null,
        plot: null,
      }),
    )
    expect((await read('/burial/2', await signIn('doch@example.org'))).status).toBe(404)
  })

  it('keeps the words of memory: shown, and waiting for a decision', async () => {
    expect(await read('/memories/all?memorial_id=1')).toEqual(
      like({
        total: 1,
        result: [
          expect.objectContaining({
            ...{ id: 1, memorials_id: 1, author: 'Соседка', description: 'Он чинил всем часы.', created_at: AT },
          }),
        ],
      }),
    )
    expect(await read('/memories/pending', await signIn('doch@example.org'))).toEqual(
      like({
        total: 1,
        result: [
          expect.objectContaining({
            ...{ id: 2, author: 'Ученик', description: 'Помню его уроки.', author_email: 'uchenik@example.org' },
          }),
        ],
      }),
    )
  })

  it('lets its people go on: what they change is kept beside what was there', async () => {
    const token = await signIn('doch@example.org')
    const change = new FormData()
    change.append('biography', 'Учил детей географии.')
    const changed = await getServer().api({ method: 'PATCH', url: '/memorial/update/1/', token, payload: change })
    expect(changed.statusCode).toBe(200)
    expect(await read('/memorial/1')).toEqual(like({ ...HIS_PAGE, biography: 'Учил детей географии.' }))
  })
}

describe('on the embedded database', () => {
  const { EMPTY_DATABASE_FOLDER } = process.env
  let folder: string
  let server: TestApp

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pomnim-former-'))
    const former = await startEmbeddedDatabase({ dataDir: folder, workerFile: DATABASE_WORKER_FILE })
    await fillFormerDatabase(former.connection)
    await former.stop()
    // The folder that each test's server begins with.
    process.env.EMPTY_DATABASE_FOLDER = folder
    server = await startTestApp({ DATABASE_URL: '' })
  })
  afterAll(async () => {
    process.env.EMPTY_DATABASE_FOLDER = EMPTY_DATABASE_FOLDER
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })
  readsEverything(() => server)
})

describeOnPostgres(() => {
  let postgres: SharedPostgres
  let server: TestApp

  beforeAll(async () => {
    postgres = await sharedPostgres()
    const connectionString = await postgres.makeDatabase()
    await fillFormerDatabase({ connectionString })
    server = await startTestApp({ DATABASE_URL: connectionString })
  })
  afterAll(async () => {
    await server.close()
  })
  readsEverything(() => server)
})
