import type { Selectable } from 'kysely'
import type { Decided, Decision, PendingQuery, Voice } from '@contract/memory'
import { fullName } from '@contract/names'
import { PICTURE_FILE } from '@contract/picture'
import {
  type OwnStory,
  STORY_REQUIRED,
  type PendingStories,
  type Story,
  STORY_FIELDS,
  type StoryChange,
  type TrashedStory,
  type WrittenStory,
} from '@contract/questions'
import type { Account } from '../../access/account'
import { type Editable, lockEditable, type Moderated, type Readable } from '../../access/memorial'
import { lockMemorialRow } from '../../access/repository'
import type { Db, Tables } from '../../db/schema'
import { conflict, forbidden, invalidField, notFound, refused } from '../../lib/api-error'
import { forEachOf } from '../../lib/for-each-of'
import { unseal } from '../../lib/sealed'
import type { AuditEvent, SecurityLog } from '../../lib/security-log'
import type { SecretKey } from '../../lib/token'
import { trashTerms } from '../../lib/trash-terms'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import type { MediaLibrary, MediaOfChange } from '../../media/media-library'
import type { MediaUrls } from '../../media/media-urls'
import { findPictureSizes } from '../../media/repository'
import { countVoice, releaseFilesOfStory } from '../accounts/authorship'
import { recordAudit } from '../audit/repository'
import { changesOfTexts, recordChanges, refuseOverwriting, type Restoring } from '../history/revisions'
import { NO_VOICE, NOT_YOUR_TEXT } from '../memories/service'
import { asVoice, withVoiceFacts } from '../memories/voices'
import { moveToTrash } from '../trash/repository'
import { createPageTrash, destroyOverdue, type PageTrash } from '../trash/service'
import {
  countPendingStories,
  decideOnStory,
  deleteStory,
  findStory,
  hasRoomForStory,
  listDueStories,
  listPendingStories,
  listShownStories,
  listTrashedStories,
  lockStory,
  orderStories,
  type StoryRow,
  TRASHED_STORIES,
  updateStory,
} from './story-repository'

const ALREADY_DECIDED = 'По этому рассказу решение уже принято.'
const PAGE_IS_FULL =
  'На странице уже столько рассказов, сколько на ней помещается. Этот подождёт: уберите или сократите какой-нибудь из прежних.'
const ORDER_CHANGED = 'Рассказы изменились, пока вы их расставляли. Обновите страницу и попробуйте ещё раз.'
export const SEALED_FOR_AUTHORS = 'stories'
const DECIDED = { approved: 'story_approved', rejected: 'story_rejected' } as const satisfies Record<
  Decision,
  AuditEvent
>

export type StoryPresentation = ReturnType<typeof createStoryPresentation>

type AnyStory = Selectable<Tables['stories']>

/** Stories in responses. Files of a public page's approved ones have unsigned URLs. */
export function createStoryPresentation(parts: { db: Db; mediaUrls: MediaUrls; preparesFilms: boolean }) {
  const { db, mediaUrls } = parts

  async function withFiles<Row extends AnyStory>(rows: Row[], isPublic: boolean) {
    const sizes = await findPictureSizes(
      db,
      rows.flatMap(({ photo_ids }) => photo_ids),
    )
    return (await withVoiceFacts(db, rows)).map((row) => ({
      row,
      voice: asVoice(row, isPublic && row.status === 'approved', parts),
      photos: row.photo_ids.map((id) => ({
        file_path: mediaUrls.of(id, PICTURE_FILE, isPublic && row.status === 'approved'),
        ...(sizes.get(id) ?? { width: null, height: null }),
      })),
    }))
  }

  return {
    async asStories(rows: StoryRow[], { public_status }: { public_status: boolean }): Promise<Story[]> {
      return (await withFiles(rows, public_status)).map(({ row, ...files }) => asStory(row, files))
    },

    /** For its author. */
    async asAuthored(row: AnyStory): Promise<Omit<OwnStory, 'question' | 'memorial_name'>> {
      const [{ voice, photos } = NO_FILES] = await withFiles([row], false)
      const { text, author, relation, status } = row
      return { text, author, relation, voice, photos, status }
    },

    async asWritten(row: StoryRow, page: { public_status: boolean }): Promise<WrittenStory> {
      const [{ voice, photos } = NO_FILES] = await withFiles([row], page.public_status)
      return { ...asStory(row, { voice, photos }), status: row.status }
    },
  }
}

const NO_FILES = { voice: null, photos: [] }

function asStory(
  { id, question, author, relation, text, told_at }: AnyStory,
  { voice, photos }: { voice: Voice | null; photos: Story['photos'] },
): Story {
  return { id, question, author, relation, text, voice, photos, told_at: told_at.toISOString() }
}

/** A moderated story, its memorial, and the keeper or moderator who acts on it. */
export interface StoryModeration {
  actor: Account
  memorial: Moderated
  story: StoryRow
}

interface StoryParts {
  db: Db
  library: MediaLibrary
  presentation: StoryPresentation
  letters: Letters
  postman: Pick<Postman, 'wake'>
  secretKey: SecretKey
  securityLog: SecurityLog
}

export type StoryService = ReturnType<typeof createStoryService>

/** Stories told in answer to questions: approved by those who keep the page, as words of memory are. */
export function createStoryService(parts: StoryParts) {
  const { db, library, presentation, letters, postman, secretKey, securityLog } = parts

  /** Runs `action` in a transaction, and records its event in the audit table and the security log. */
  async function moderate<T>(
    { actor, memorial, story }: StoryModeration,
    event: AuditEvent,
    action: (tx: Db, media: MediaOfChange) => Promise<T>,
  ): Promise<T> {
    const actor_role = memorial.role ?? 'moderator'
    const result = await library.change(undefined, async (tx, media) => {
      const done = await action(tx, media)
      await recordAudit(tx, { event, actor_id: actor.id, actor_role, memorial_id: memorial.id, subject_id: story.id })
      return done
    })
    securityLog.record(event, { account: actor.id, memorial: memorial.id, kind: `story ${story.id}` })
    return result
  }

  return {
    async list(memorial: Readable): Promise<{ result: Story[] }> {
      return { result: await presentation.asStories(await listShownStories(db, memorial.id), memorial) }
    },

    /** A moderator sees the stories that they may decide on, a keeper those of their memorials, an unverified account none. */
    async listPending(account: Account, asked: PendingQuery): Promise<PendingStories> {
      if (!account.isVerified) return { result: [], total: 0 }
      const rows = await listPendingStories(db, account, asked)
      const shown = await presentation.asStories(rows, { public_status: false })
      const result = rows.map(({ memorial_id, to_name, lastname, name, surname }, nth) => ({
        ...(shown[nth] as Story),
        ...{ memorial_id, to_name, memorial_name: fullName({ lastname, name, surname }) },
      }))
      return { result, total: await countPendingStories(db, account, asked) }
    },

    /** 404 when there is none. */
    async find(id: number): Promise<StoryRow> {
      const story = await findStory(db, id)
      if (!story) throw notFound()
      return story
    },

    /** 422 unless the ids are those of all approved stories. */
    async order(memorial: Editable, ids: number[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await lockEditable(tx, memorial)
        if (!(await orderStories(tx, memorial.id, ids))) throw invalidField('ids', ORDER_CHANGED)
      })
    },

    /** The letter to who told it is queued in the same transaction, so it is sent exactly once. */
    async decide(moderation: StoryModeration, decision: Decision): Promise<Decided> {
      const { memorial, actor } = moderation
      const { id, status } = await moderate(moderation, DECIDED[decision], async (tx) => {
        // Its voice counts toward the storage of the page, which is locked before its stories.
        if (moderation.story.voice_id && !(await lockMemorialRow(tx, memorial.id))) throw notFound()
        const hasRoom = decision === 'rejected' || (await hasRoomForStory(tx, memorial.id, moderation.story.id))
        if (!hasRoom) throw refused(PAGE_IS_FULL)
        const decided = await decideOnStory(tx, moderation.story.id, decision)
        if (!decided) throw (await findStory(tx, moderation.story.id)) ? conflict(ALREADY_DECIDED) : notFound()
        await countVoice(tx, decided, decided.voice_bytes)
        const email = await addressOf(tx, decided)
        if (email) {
          const ownToken = decided.sealed_own_token && unseal(secretKey, SEALED_FOR_AUTHORS, decided.sealed_own_token)
          const letter = letters.storyDecided(memorial, decision, { ...decided, ownToken: ownToken || undefined })
          const accountId = memorial.role ? actor.id : undefined
          await enqueueLetter(tx, email, letter, { memorialId: memorial.id, accountId })
        }
        return decided
      })
      postman.wake()
      return { id, status }
    },

    /**
     * Absent fields stay. 409 when the story is not as `expected`; 403 and 422 as of the text of a voice with words.
     */
    async update(
      moderation: StoryModeration,
      { expected, ...change }: StoryChange,
      restoring?: Restoring,
    ): Promise<WrittenStory> {
      const { memorial, actor } = moderation
      if (change.voice_text !== undefined && memorial.role === null) throw forbidden(NOT_YOUR_TEXT)
      const updated = await moderate(moderation, 'story_rewritten', async (tx) => {
        // Lock the page before the story, as what deletes it does: its revision refers to the page.
        if (!(await lockMemorialRow(tx, memorial.id))) throw notFound()
        const before = await lockStory(tx, moderation.story.id)
        if (!before) throw notFound()
        const wanted = wantedOf(before, change)
        const place = { memorialId: memorial.id, prefix: `story.${before.id}.`, isKeeper: memorial.role !== null }
        await refuseOverwriting(tx, place, { now: before, expected, wanted })
        const by = { userId: actor.id, byModerator: memorial.role === null }
        const saving = { memorialId: memorial.id, ...by, thing: { story_id: before.id }, restoring }
        await recordChanges(tx, saving, changesOfTexts(place.prefix, STORY_FIELDS, before, wanted))
        return updateStory(tx, before.id, wanted)
      })
      return presentation.asWritten(updated, memorial)
    },

    /** With `keep`, a keeper's deletion goes to the trash; a moderator's is immediate. */
    async remove(moderation: StoryModeration, asked: { keep: boolean }): Promise<void> {
      const { memorial, story } = moderation
      const keep = asked.keep && memorial.role !== null
      await moderate(moderation, keep ? 'story_trashed' : 'story_deleted', async (tx, media) => {
        // Lock the page before the story, as everything that removes files of a page does.
        if (!(await lockMemorialRow(tx, memorial.id))) throw notFound()
        if (!(await lockStory(tx, story.id))) throw notFound()
        if (keep) {
          await moveToTrash(tx, TRASHED_STORIES, memorial.id, story.id)
          return
        }
        const deleted = await deleteStory(tx, story.id)
        if (deleted) await releaseFilesOfStory(tx, media, deleted)
      })
    },
  }
}

/** The texts of a story after a change. */
function wantedOf(before: StoryRow, change: Omit<StoryChange, 'expected'>) {
  const { text = before.text, question = before.question } = change
  const voice_text = change.voice_text === undefined ? before.voice_text : change.voice_text || null
  if (before.voice_id === null && voice_text !== null) throw invalidField('voice_text', NO_VOICE)
  if (before.voice_id === null && !text) throw invalidField('text', STORY_REQUIRED)
  return { text, question, voice_text }
}

/** The address to which the question went; null once it was deleted. */
async function addressOf(tx: Db, { question_id: id }: StoryRow): Promise<string | null> {
  if (id === null) return null
  const asked = await tx.selectFrom('questions').select('to_email').where('id', '=', id).executeTakeFirst()
  return asked?.to_email ?? null
}

const giveRoomBack = (tx: Db, row: AnyStory) => countVoice(tx, row, -row.voice_bytes)

/** Deleted stories, which the keepers of their page can restore for a while. */
export function createStoryTrash(parts: StoryParts): PageTrash<TrashedStory, WrittenStory> {
  return createPageTrash(parts, {
    table: TRASHED_STORIES,
    name: 'story',
    async list(db, memorialId) {
      const rows = await listTrashedStories(db, memorialId)
      return rows.map(({ id, question, author, text, voice_id, status, told_at, trashed_at }) => ({
        ...{ id, question, author, text, has_voice: voice_id !== null, status },
        told_at: told_at.toISOString(),
        ...trashTerms(trashed_at),
      }))
    },
    record: (tx, event, memorial, id) =>
      recordAudit(tx, {
        event: `story_${event}`,
        actor_id: memorial.editorId,
        actor_role: memorial.role,
        memorial_id: memorial.id,
        subject_id: id,
      }),
    destroyed: giveRoomBack,
    auditDetails: (id) => ({ kind: `story ${id}` }),
    show: (memorial, row) => parts.presentation.asWritten({ ...row, memorial_id: memorial.id }, memorial),
  })
}

/** Destroys stories past their time: in the trash, rejected, or without a decision. A failure does not stop the others. */
export async function destroyOldStories({ db, library }: { db: Db; library: MediaLibrary }): Promise<void> {
  await destroyOverdue({ db, library }, { table: TRASHED_STORIES, destroyed: giveRoomBack })
  await forEachOf(await listDueStories(db), ({ id, page }) =>
    library.change(undefined, async (tx, media) => {
      await tx.selectFrom('memorials').select('id').where('id', '=', page).forUpdate().execute()
      const [due] = await listDueStories(tx, id)
      const deleted = due && (await deleteStory(tx, id))
      if (deleted) await releaseFilesOfStory(tx, media, deleted)
    }),
  )
}
