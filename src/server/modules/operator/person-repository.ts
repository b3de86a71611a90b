import { type RawBuilder, sql } from 'kysely'
import { litInAll, memorialIdsOfKeeper } from '../../access/repository'
import type { Db, Tables } from '../../db/schema'
import type { SecretKey } from '../../lib/token'
import { listEndedLetters } from '../../mail/repository'

/** An account holder, or a guest known only by an e-mail. */
export interface Person {
  /** The e-mail in lower case. */
  emailKey: string
  accountId: number | undefined
}

type Rows = (db: Db, person: { emailKey: string; accountId: number | null; secretKey: SecretKey }) => Promise<object[]>

/** A trashed file of an account. */
interface TrashedFile {
  id: number
  media_id: string
  file_name: string
}

/**
 * The rows of each table about a person, without secrets (hashes, keys of URLs) and without what others wrote in confidence.
 * Null: the table holds nothing about people, or is exported with the pages.
 */
const OF_PERSON: Record<keyof Tables, Rows | null> = {
  users: (db, { accountId }) =>
    rowsOf(
      db,
      sql`select id, email, is_active, is_superuser, is_verified, verified_at, password_set_by_letter_at,
        pin_hash is not null as has_pin, pin_set_at, told_of_words_at, told_of_pin_misses_at, unverified_since, heir_email,
        heir_since, former_heir_email,
        words_letters, leaves_at, reminded_of_end_at, last_seen_at, told_of_sleep_at, pages_offered_at, max_memorials,
        advanced_memorials_left, bonus_gb_left, display_name, created_at
      from users where id = ${accountId}`,
    ),
  sessions: (db, { accountId }) =>
    rowsOf(
      db,
      sql`select created_at, last_used_at, expires_at, address, user_agent from sessions
        where user_id = ${accountId} order by id`,
    ),
  known_networks: (db, { accountId }) =>
    rowsOf(db, sql`select last_sign_in_at from known_networks where user_id = ${accountId} order by 1`),
  factors: (db, { accountId }) =>
    rowsOf(
      db,
      sql`select kind, name, created_at, confirmed_at, last_used_at from factors where user_id = ${accountId} order by id`,
    ),
  factor_recoveries: (db, { accountId }) =>
    rowsOf(db, sql`select asked_at, due_at, expires_at from factor_recoveries where user_id = ${accountId}`),
  recovery_codes: null,
  sign_in_tickets: null,
  passkey_challenges: null,
  consents: (db, { accountId, emailKey }) =>
    rowsOf(
      db,
      sql`select version, is_of_voice, agreement_edition, policy_edition, given_at, address, memory_id from consents
        where user_id = ${accountId}
          or memory_id in (select id from memories where lower(author_email) = ${emailKey}) order by id`,
    ),
  email_tokens: (db, { accountId }) =>
    rowsOf(
      db,
      sql`select purpose, email, created_at, expires_at, used_at from email_tokens
        where user_id = ${accountId} order by created_at`,
    ),
  letters: (db, { accountId, emailKey }) =>
    rowsOf(
      db,
      sql`select recipient, subject, body_text, created_at, due_at, sent_at from letters
        where lower(recipient) = ${emailKey}
          or lower(recipient) in (select lower(email) from email_tokens where user_id = ${accountId}) order by id`,
    ),
  memorials: (db, { accountId }) =>
    rowsOf(
      db,
      sql`select id, lastname, name, surname, maiden_name, birth_date, birth_precision, death_date, death_precision,
        biography, public_status, swo_status, indexable, is_advanced, media_storage_limit, used_storage_bytes,
        closed_at, closed_reason, owner_left_at, ${litInAll} as candles, trashed_at, created_at, updated_at
      from memorials where user_id = ${accountId} or trashed_user_id = ${accountId} order by id`,
    ),
  // Only trashed items and items of trashed pages: the others are exported with the pages.
  archive_items: (db, { accountId }) =>
    rowsOf(
      db,
      sql`select id, coalesce(memorial_id, trashed_memorial_id) as memorial_id, kind, file_name, size_bytes, description,
        date_text, people, trashed_at, created_at
      from archive_items where id in (${trashedItems(accountId)}) order by id`,
    ),
  burials: (db, { accountId }) =>
    rowsOf(
      db,
      sql`select memorial_id, burial_address, cemetery, plot, burial_coordinates, road from burials
        where memorial_id in (select id from memorials where trashed_user_id = ${accountId}) order by id`,
    ),
  memories: (db, { accountId, emailKey }) =>
    rowsOf(
      db,
      sql`select id, coalesce(memorials_id, trashed_memorial_id) as memorial_id, author, author_email, description, status,
        photo_id is not null as has_photo, voice_id is not null as has_voice, voice_text, reply, reply_told_at, created_at, decided_at, trashed_at
      from memories where author_id = ${accountId} or lower(author_email) = ${emailKey} order by id`,
    ),
  // What they asked, and were asked.
  questions: (db, { accountId, emailKey }) =>
    rowsOf(
      db,
      sql`select memorial_id, user_id = ${accountId} as was_asked_by_them, text, to_name, status, sent_at, declined_at, ended_at
        from questions where user_id = ${accountId} or lower(to_email) = ${emailKey} order by id`,
    ),
  stories: (db, { emailKey }) =>
    rowsOf(
      db,
      sql`select id, coalesce(memorial_id, trashed_memorial_id) as memorial_id, question, author, relation, text, status,
        cardinality(photo_ids) as photos, voice_id is not null as has_voice, voice_text,
        told_at, decided_at, consent_version, voice_consent, trashed_at
      from stories where question_id in (select id from questions where lower(to_email) = ${emailKey}) order by id`,
    ),
  former_emails: (db, { accountId }) =>
    rowsOf(db, sql`select email_key, given_up_at from former_emails where user_id = ${accountId} order by given_up_at`),
  promo_code_uses: (db, { accountId }) =>
    rowsOf(db, sql`select code, used_at from promo_code_uses where user_id = ${accountId} order by used_at`),
  audit_log: (db, { accountId }) =>
    rowsOf(
      db,
      sql`select at, event, actor_role, memorial_id, subject_id from audit_log where actor_id = ${accountId} order by id`,
    ),
  calendars: (db, { accountId }) => rowsOf(db, sql`select created_at from calendars where user_id = ${accountId}`),
  blocked_authors: (db, { emailKey }) =>
    rowsOf(
      db,
      sql`select memorial_id, author_email, created_at from blocked_authors where lower(author_email) = ${emailKey} order by id`,
    ),
  access_requests: (db, { emailKey }) =>
    rowsOf(
      db,
      sql`select memorial_id, name, email, text, consent_version, status, created_at, decided_at, expires_at
        from access_requests where lower(email) = ${emailKey} order by id`,
    ),
  reports: (db, { emailKey }) =>
    rowsOf(
      db,
      sql`select memorial_id, reason, text, email, consent_version, status, created_at, decided_at
        from reports where lower(email) = ${emailKey} order by id`,
    ),
  register: (db, { accountId }) =>
    rowsOf(db, sql`select at, kind, done_by, memorial_id from register where account_id = ${accountId} order by id`),
  keepers: (db, { accountId }) =>
    rowsOf(db, sql`select memorial_id, created_at from keepers where user_id = ${accountId} order by memorial_id`),
  // Does not reveal which account accepted an invitation.
  invitations: (db, { accountId, emailKey }) =>
    rowsOf(
      db,
      sql`select memorial_id, role, email, invited_by = ${accountId} as was_sent_by_them, on_leaving, created_at, expires_at,
        accepted_by is not null as was_accepted
      from invitations
      where lower(email) = ${emailKey} or ${accountId} in (invited_by, invited_id, accepted_by) order by id`,
    ),
  hand_overs: (db, { accountId }) =>
    rowsOf(
      db,
      sql`select memorial_id, from_id = ${accountId} as was_given_by_them, at
      from hand_overs where ${accountId} in (from_id, to_id) order by id`,
    ),
  reminders: (db, { accountId }) =>
    rowsOf(db, sql`select memorial_id, created_at from reminders where user_id = ${accountId} order by memorial_id`),
  reminders_sent: (db, { accountId }) =>
    rowsOf(
      db,
      sql`select memorial_id, event, day, days_before from reminders_sent where user_id = ${accountId} order by day`,
    ),
  // What it changed, and when. The values are exported with the pages.
  revisions: (db, { accountId }) =>
    rowsOf(db, sql`select memorial_id, what, at from revisions where user_id = ${accountId} order by id`),
  proposals: (db, { accountId, emailKey }) =>
    rowsOf(
      db,
      sql`select memorial_id, what, value, note, author, author_email, consent_version, status, reply, created_at, decided_at
        from proposals where author_id = ${accountId} or lower(author_email) = ${emailKey} order by id`,
    ),
  uploads: (db, { accountId }) =>
    rowsOf(
      db,
      sql`select memorial_id, kind, size_bytes, received_bytes, touched_at from uploads
        where user_id = ${accountId} order by touched_at`,
    ),
  // Hashes: `letters` and `users` contain the same about an account.
  reached_addresses: null,
  ended_letters: (db, { emailKey, secretKey }) => listEndedLetters(db, secretKey, emailKey),
  address_keys: null,
  relations: null,
  media: null,
  media_removals: null,
  removal_holds: null,
  last_seen_time: null,
  maintenance: null,
  candles: null,
  // Exported with the pages.
  candle_counts: null,
  tiles: null,
  tile_claims: null,
  job_runs: null,
  changes: null,
  change_readers: null,
}

/** The rows about a person by table name, without empty tables. */
export async function findRowsOfPerson(
  db: Db,
  secretKey: SecretKey,
  person: Person,
): Promise<Record<string, object[]>> {
  const known: Record<string, object[]> = {}
  for (const [table, rows] of Object.entries(OF_PERSON)) {
    const found = (await rows?.(db, { ...person, accountId: person.accountId ?? null, secretKey })) ?? []
    if (found.length > 0) known[table] = found
  }
  return known
}

/** The ids of all pages that an account, active or not, owns or keeps. */
export async function listPageIdsOf(db: Db, accountId: number): Promise<number[]> {
  const pages = await db
    .selectFrom('memorials')
    .select('id')
    .where('id', 'in', memorialIdsOfKeeper(accountId))
    .orderBy('id')
    .execute()
  return pages.map(({ id }) => id)
}

/** Trashed recordings and photos of an account, and those of its trashed pages. */
export async function listTrashedFiles(db: Db, accountId: number): Promise<TrashedFile[]> {
  const { rows } = await sql<TrashedFile>`
    select id, media_id, file_name from archive_items where id in (${trashedItems(accountId)}) order by id`.execute(db)
  return rows
}

/** The portrait files of an account's trashed pages, and the photos and voices of a person's memories and stories. */
export async function listFurtherFiles(db: Db, { emailKey, accountId }: Person) {
  const portraits = await db
    .selectFrom('memorials')
    .select(['id', 'photo_id'])
    .where('trashed_user_id', '=', accountId ?? null)
    .where('photo_id', 'is not', null)
    .execute()
  const words = await db
    .selectFrom('memories')
    .select(['id', 'photo_id', 'voice_id', 'voice_file'])
    .where(sql`lower(author_email)`, '=', emailKey)
    .where((eb) => eb.or([eb('photo_id', 'is not', null), eb('voice_id', 'is not', null)]))
    .execute()
  const stories = await db
    .selectFrom('stories')
    .innerJoin('questions', 'questions.id', 'stories.question_id')
    .select(['stories.id', 'photo_ids', 'voice_id', 'voice_file'])
    .where(sql`lower(questions.to_email)`, '=', emailKey)
    .orderBy('stories.id')
    .execute()
  return {
    stories,
    portraits: portraits.map(({ id, photo_id }) => ({ id, mediaId: photo_id ?? '' })),
    words: words.flatMap(({ id, photo_id: mediaId }) => (mediaId === null ? [] : { id, mediaId })),
    voices: words.flatMap(({ id, voice_id: mediaId, voice_file: fileName }) =>
      mediaId === null || fileName === null ? [] : { id, mediaId, fileName },
    ),
  }
}

function trashedItems(accountId: number | null) {
  return sql<number>`
    select archive_items.id from archive_items
      join memorials on memorials.id = coalesce(memorial_id, trashed_memorial_id)
    where memorials.trashed_user_id = ${accountId}
      or (memorials.user_id = ${accountId} and archive_items.trashed_at is not null)`
}

async function rowsOf(db: Db, query: RawBuilder<unknown>): Promise<object[]> {
  const { rows } = await query.execute(db)
  return rows as object[]
}
