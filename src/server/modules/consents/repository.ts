import { sql } from 'kysely'
import type { ConsentOccasion } from '@contract/consent'
import type { Db } from '../../db/schema'
import {
  type Author,
  FILES_OF_STORIES,
  FILES_OF_WORDS,
  type FilesOfStory,
  type FilesOfWords,
  isBy,
  WITHOUT_VOICE,
} from '../accounts/authorship'

export interface ConsentRow {
  occasion: ConsentOccasion
  /** The id of the consent if given for an account, else of what it came with. */
  id: number
  edition: string
  given_at: Date
  /** The editions of the user agreement and of the policy; null where not recorded. */
  agreement_edition: string | null
  policy_edition: string | null
  /** The page that the memory was left on, which may be in the trash. */
  page: { lastname: string; name: string; surname: string | null } | null
}

/** An account with its e-mail in lower case. */
export interface Sender {
  id: number
  emailKey: string
}

/** For a consent without a memory, given with no other text. */
const ALONE = { page: null, agreement_edition: null, policy_edition: null }
/** Per response. */
const LISTED_MAX = 1000

/** The consents given at registration. */
export async function listAccountConsents(db: Db, userId: number): Promise<ConsentRow[]> {
  const rows = await db
    .selectFrom('consents')
    .select(['id', 'version as edition', 'given_at', 'agreement_edition', 'policy_edition'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map((row) => ({ ...row, occasion: 'account', page: null }))
}

/** Memories that an account left with a consent, and what was sent with one from its e-mail and still stores that e-mail. */
export async function listConsentsSent(db: Db, { id: userId, emailKey }: Sender): Promise<ConsentRow[]> {
  const words = await db
    .selectFrom('memories')
    .innerJoin('consents', 'consents.memory_id', 'memories.id')
    .innerJoin('memorials', (join) =>
      join.on((eb) => eb('memorials.id', '=', eb.fn.coalesce('memories.memorials_id', 'memories.trashed_memorial_id'))),
    )
    .select(['memories.id', 'consents.version as edition', 'consents.given_at', 'consents.is_of_voice'])
    .select(['consents.agreement_edition', 'consents.policy_edition'])
    .select(['memorials.lastname', 'memorials.name', 'memorials.surname'])
    .where(isBy({ id: userId, emailKeys: [emailKey] }))
    .orderBy('memories.id', 'desc')
    .limit(LISTED_MAX)
    .execute()
  const proposals = await db
    .selectFrom('proposals')
    .innerJoin('memorials', 'memorials.id', 'proposals.memorial_id')
    .select([
      'proposals.id',
      (eb) => eb.ref('consent_version').$notNull().as('edition'),
      'proposals.created_at as given_at',
    ])
    .select(['memorials.lastname', 'memorials.name', 'memorials.surname'])
    .where(isProposedBy({ id: userId, emailKey }))
    .where('consent_version', 'is not', null)
    .orderBy('proposals.id', 'desc')
    .limit(LISTED_MAX)
    .execute()
  const [requests, reports] = await Promise.all([
    sentFrom(db, 'access_requests', emailKey),
    sentFrom(db, 'reports', emailKey),
  ])
  return [
    ...words.map(({ lastname, name, surname, is_of_voice: isOfVoice, ...row }) => ({
      ...row,
      occasion: isOfVoice ? ('voice' as const) : ('words' as const),
      page: { lastname, name, surname },
    })),
    ...proposals.map(({ lastname, name, surname, ...row }) => ({
      ...{ ...row, ...ALONE },
      occasion: 'proposal' as const,
      page: { lastname, name, surname },
    })),
    ...(await listConsentsOfStories(db, emailKey)),
    ...requests.map((row) => ({ ...row, ...ALONE, occasion: 'request' as const })),
    ...reports.map((row) => ({ ...row, ...ALONE, occasion: 'report' as const })),
  ]
}

/** Of what was told in answer to a question at this e-mail, and of the voices of it. */
async function listConsentsOfStories(db: Db, emailKey: string): Promise<ConsentRow[]> {
  const stories = await db
    .selectFrom('stories')
    .innerJoin('memorials', (join) =>
      join.on((eb) => eb('memorials.id', '=', eb.fn.coalesce('stories.memorial_id', 'stories.trashed_memorial_id'))),
    )
    .select(['stories.id', 'stories.told_at as given_at', 'stories.agreement_edition', 'stories.policy_edition'])
    .select(['stories.consent_version', 'stories.voice_consent', 'stories.voice_id'])
    .select(['memorials.lastname', 'memorials.name', 'memorials.surname'])
    .where(isFromMailbox(emailKey))
    .orderBy('stories.id', 'desc')
    .limit(LISTED_MAX)
    .execute()
  return stories.flatMap(({ lastname, name, surname, consent_version, voice_consent, voice_id, ...row }) => {
    const given = { ...row, page: { lastname, name, surname } }
    const ofVoice = voice_id === null ? null : voice_consent
    return [
      ...(consent_version === null ? [] : [{ ...given, occasion: 'story' as const, edition: consent_version }]),
      ...(ofVoice === null ? [] : [{ ...given, occasion: 'story_voice' as const, edition: ofVoice }]),
    ]
  })
}

function isFromMailbox(emailKey: string) {
  return sql<boolean>`stories.question_id in (select questions.id from questions where lower(to_email) = ${emailKey})`
}

/** A story from this e-mail that came with a consent, to it or to its voice. Its page is locked first. Undefined when there is none. */
export async function lockStoryOf(
  tx: Db,
  { id, emailKey, isOfVoice }: { id: number; emailKey: string; isOfVoice: boolean },
): Promise<(FilesOfStory & { text: string; question_id: number | null }) | undefined> {
  const ofSender = tx
    .selectFrom('stories')
    .select([...FILES_OF_STORIES, 'text', 'question_id'])
    .where('id', '=', id)
    .where(isFromMailbox(emailKey))
    .where(isOfVoice ? 'voice_consent' : 'consent_version', 'is not', null)
    .$if(isOfVoice, (spoken) => spoken.where('voice_id', 'is not', null))
  const found = await ofSender.executeTakeFirst()
  const page = found?.memorial_id ?? found?.trashed_memorial_id
  if (!page) return undefined
  await tx.selectFrom('memorials').select('id').where('id', '=', page).forUpdate().execute()
  return ofSender.forUpdate().executeTakeFirst()
}

/** Removes a locked story; the question may be answered again. */
export async function deleteStoryRow(tx: Db, id: number, questionId: number | null): Promise<void> {
  await tx.deleteFrom('stories').where('id', '=', id).execute()
  if (questionId === null) return
  await tx.updateTable('questions').set({ status: 'opened' }).where('id', '=', questionId).execute()
}

/** Removes the voice of a locked story, and what stands in place of it for those who do not hear. */
export async function takeVoiceFromStory(tx: Db, id: number): Promise<void> {
  const without = { ...WITHOUT_VOICE, voice_consent: null, voice_upload: null }
  await tx.updateTable('stories').set(without).where('id', '=', id).execute()
  await tx.deleteFrom('revisions').where('story_id', '=', id).where('what', 'like', '%.voice_text').execute()
}

function isProposedBy({ id, emailKey }: Sender) {
  return sql<boolean>`(proposals.author_id = ${id} or lower(proposals.author_email) = ${emailKey})`
}

async function sentFrom(db: Db, table: 'access_requests' | 'reports', emailKey: string) {
  return db
    .selectFrom(table)
    .select(['id', (eb) => eb.ref('consent_version').$notNull().as('edition'), 'created_at as given_at'])
    .where(sql`lower(email)`, '=', emailKey)
    .where('consent_version', 'is not', null)
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute()
}

/** The page of a memory that this author left with a consent, to it or to its voice; undefined when there is none. */
export async function pageOfMemory(
  db: Db,
  { id, author, isOfVoice }: { id: number; author: Author; isOfVoice: boolean },
): Promise<number | undefined> {
  const found = await db
    .selectFrom('memories')
    .innerJoin('consents', 'consents.memory_id', 'memories.id')
    .select((eb) => eb.fn.coalesce('memories.memorials_id', 'memories.trashed_memorial_id').as('page'))
    .where('memories.id', '=', id)
    .where('consents.is_of_voice', '=', isOfVoice)
    .where(isBy(author))
    .executeTakeFirst()
  return found?.page ?? undefined
}

/**
 * Deletes a memory of this author. Locks its page first, as everything that removes files of a page does. Undefined when the
 * memory is gone.
 */
export async function deleteMemoryRow(
  tx: Db,
  { id, page, author }: { id: number; page: number; author: Author },
): Promise<FilesOfWords | undefined> {
  await tx.selectFrom('memorials').select('id').where('id', '=', page).forUpdate().execute()
  return tx.deleteFrom('memories').where('id', '=', id).where(isBy(author)).returning(FILES_OF_WORDS).executeTakeFirst()
}

/**
 * Removes the voice of a memory of this author, and what stands in place of it for those who do not hear. Returns what it was, with
 * the text of the memory, which may be empty; undefined when the voice is gone.
 */
export async function removeVoice(
  tx: Db,
  { id, page, author }: { id: number; page: number; author: Author },
): Promise<(FilesOfWords & { description: string }) | undefined> {
  await tx.selectFrom('memorials').select('id').where('id', '=', page).forUpdate().execute()
  const before = await tx
    .selectFrom('memories')
    .select([...FILES_OF_WORDS, 'description'])
    .where('id', '=', id)
    .where('voice_id', 'is not', null)
    .where(isBy(author))
    .forUpdate()
    .executeTakeFirst()
  if (!before) return undefined
  await tx.updateTable('memories').set(WITHOUT_VOICE).where('id', '=', id).execute()
  await tx.deleteFrom('consents').where('memory_id', '=', id).where('is_of_voice', '=', true).execute()
  await tx.deleteFrom('revisions').where('memory_id', '=', id).where('what', 'like', '%.voice_text').execute()
  return before
}

/** Deletes the request and so its link. False when there is none from this e-mail. */
export async function deleteRequest(db: Db, id: number, emailKey: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('access_requests')
    .where('id', '=', id)
    .where(sql`lower(email)`, '=', emailKey)
    .where('consent_version', 'is not', null)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Removes the e-mail from a report, which stays. False when there is none from this e-mail. */
export async function forgetReporter(db: Db, id: number, emailKey: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reports')
    .set({ email: null, consent_version: null })
    .where('id', '=', id)
    .where(sql`lower(email)`, '=', emailKey)
    .where('consent_version', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes a proposal of this sender that came with a consent. Its page is locked first. Undefined when there is none. */
export async function deleteProposalOf(
  tx: Db,
  id: number,
  sender: Sender,
): Promise<{ photo_id: string | null } | undefined> {
  const proposal = await tx
    .selectFrom('proposals')
    .select('memorial_id')
    .where('id', '=', id)
    .where('consent_version', 'is not', null)
    .where(isProposedBy(sender))
    .executeTakeFirst()
  if (!proposal) return undefined
  await tx.selectFrom('memorials').select('id').where('id', '=', proposal.memorial_id).forUpdate().execute()
  return tx.deleteFrom('proposals').where('id', '=', id).returning('photo_id').executeTakeFirst()
}
