import { ARCHIVE_ITEMS_MAX, PENDING_MEMORIES_MAX } from '@contract/limits'
import type { HistoryValue } from '@contract/history'
import { guestSchema } from '@contract/memory'
import { fullName } from '@contract/names'
import { PICTURE_FILE } from '@contract/picture'
import {
  PROPOSAL_EMPTY,
  PROPOSED_FIELD_UNKNOWN,
  type Proposal,
  type ProposalDecision,
  type ProposalDraft,
  type Proposals,
  type Proposed,
  type WrittenProposal,
} from '@contract/proposals'
import type { Account } from '../../access/account'
import { type Editable, lockEditable, lockMemorial, type ReadableWhole } from '../../access/memorial'
import { findMemorial, type MemorialRowWithCandles, lockMemorialRow, type MemorialRow } from '../../access/repository'
import type { Db } from '../../db/schema'
import { conflict, invalidField, notFound, tooMany, unauthorized } from '../../lib/api-error'
import { countResponses } from '../../lib/attempts'
import { forEachOf } from '../../lib/for-each-of'
import { seal, unseal } from '../../lib/sealed'
import { hashToken, randomToken, type SecretKey } from '../../lib/token'
import { validate } from '../../lib/validate'
import type { Letters } from '../../mail/letters'
import { createPageNotices, type Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { isReached } from '../../mail/repository'
import type { LocalFile, MediaLibrary, MediaOfChange } from '../../media/media-library'
import type { MediaUrls } from '../../media/media-urls'
import { holdActiveUser } from '../accounts/user-repository'
import { addUsedBytes, countItems, insertItem } from '../archives/repository'
import { isBlocked } from '../memories/pending-repository'
import type { CountsOfWords } from '../memories/writing'
import type { RestoringService } from '../restoring/service'
import { cleanValue, findFieldNow } from '../restoring/values'
import {
  claimProposal,
  countListed,
  countWaiting,
  decideOnProposal,
  deleteProposal,
  endClaim,
  findOwnProposal,
  findProposal,
  insertProposal,
  type Listed,
  listDueProposals,
  listPagesToNotifyOf,
  listWaiting,
  markNotified,
  type ProposalRow,
} from './repository'

const OWN_PAGE = 'Вы храните эту страницу: измените её сами, это сразу увидят все.'
const DECIDED = 'По этому уточнению решение уже принято.'
const TOO_MANY_WAIT =
  'У этой страницы уже много уточнений, которые ждут решения. Пожалуйста, вернитесь через день-другой: мы будем вам рады.'
const SEALED_FOR = 'proposals'
const DAY_SECONDS = 24 * 3600
/** A page of a list ends before its limit once its texts have so many characters: a response is made without a pause. */
const LIST_MAX_CHARACTERS = 500_000

export type ProposalService = ReturnType<typeof createProposalService>

/** Who proposes: an account, or undefined for a guest, and their IP address. */
interface Proposer {
  account: Account | undefined
  address: string
  photo: LocalFile | undefined
}

/** What readers propose to change on a page, and what its keepers decide. */
export function createProposalService(parts: {
  db: Db
  library: MediaLibrary
  mediaUrls: MediaUrls
  restoring: RestoringService
  countsOfWords: CountsOfWords
  letters: Letters
  postman: Pick<Postman, 'wake'>
  secretKey: SecretKey
}) {
  const { db, library, mediaUrls, restoring, countsOfWords, letters, postman, secretKey } = parts

  async function asProposal(row: ProposalRow, memorial: MemorialRowWithCandles): Promise<Proposal> {
    const now = await findFieldNow(db, memorial, row.what)
    const { status: _status, reply: _reply, ...written } = asWritten(row, memorial)
    return { ...written, current: now?.value ?? null }
  }

  /** Of the page it tells the name alone: it may be closed to the author by now. */
  function asWritten(row: ProposalRow, memorial: MemorialRowWithCandles): WrittenProposal {
    const { id, memorial_id, what, value, note, author, photo_id: photoId, status, reply, created_at } = row
    return {
      ...{ id, memorial_id, field: what, note, author, status, reply },
      memorial_name: fullName(memorial),
      value: value === null ? null : (JSON.parse(value) as HistoryValue),
      photo: photoId && mediaUrls.of(photoId, PICTURE_FILE, false),
      created_at: created_at.toISOString(),
    }
  }

  async function list(of: { memorialId: number } | { keeperId: number }, page: Listed): Promise<Proposals> {
    const [rows, total] = [
      await listWaiting(db, of, { ...page, maxCharacters: LIST_MAX_CHARACTERS }),
      await countListed(db, of, page),
    ]
    const memorials = new Map<number, MemorialRowWithCandles | undefined>()
    const result: Proposal[] = []
    let characters = 0
    for (const row of rows) {
      const { memorial_id: id } = row
      if (!memorials.has(id)) memorials.set(id, await findMemorial(db, id))
      const memorial = memorials.get(id)
      if (!memorial) continue
      const proposal = await asProposal(row, memorial)
      characters += charactersOf(proposal)
      if (characters > LIST_MAX_CHARACTERS && result.length > 0) break
      result.push(proposal)
    }
    return { result, total }
  }

  /** The value that is proposed as JSON; null for none. */
  async function readDraft(memorial: ReadableWhole, draft: ProposalDraft): Promise<string | null> {
    const { field, value, precision, note } = draft
    const now = await findFieldNow(db, memorial, field)
    if (!now) throw invalidField('field', PROPOSED_FIELD_UNKNOWN)
    const isNone = value === '' && precision !== 'unknown'
    const cleaned = isNone ? null : JSON.stringify(cleanValue(memorial, field, { value, precision }))
    const proposed = cleaned === JSON.stringify(now.value) ? null : cleaned
    if (proposed === null && note === '') throw invalidField('value', PROPOSAL_EMPTY)
    return proposed
  }

  async function store(
    memorial: ReadableWhole,
    draft: ProposalDraft,
    {
      account,
      authorEmail,
      photo: file,
      value,
    }: Omit<Proposer, 'address'> & { authorEmail: string; value: string | null },
  ): Promise<Proposed> {
    const photo = file && (await library.storePicture(file))
    const token = randomToken()
    const { id } = await library.change(photo, async (tx, media) => {
      await lockMemorial(tx, memorial)
      if (account && !(await holdActiveUser(tx, account.id))) throw unauthorized()
      const isUnheard = await isBlocked(tx, memorial.id, authorEmail)
      if ((await countWaiting(tx, memorial.id)) >= PENDING_MEMORIES_MAX) throw tooMany(TOO_MANY_WAIT, DAY_SECONDS)
      if (photo) await media.claim(photo, memorial.id)
      return insertProposal(tx, {
        ...{ memorial_id: memorial.id, what: draft.field, value, note: draft.note || null, author: draft.author },
        ...{
          author_email: authorEmail,
          author_id: account?.id ?? null,
          consent_version: draft.consent_version ?? null,
        },
        ...{
          own_token_hash: hashToken(token),
          sealed_own_token: seal(secretKey, SEALED_FOR, token),
          is_unheard: isUnheard,
        },
        ...{ photo_id: photo?.id ?? null, photo_bytes: photo?.size ?? 0 },
      })
    })
    return { id, status: 'pending', own_token: token }
  }

  /** The photo of an accepted proposal becomes an item of the archive, if there is one with room; else it is removed. */
  async function finish(
    memorial: Editable,
    { id }: ProposalRow,
    { decision, note, isSaved }: Pick<ProposalDecision, 'decision' | 'note'> & { isSaved: boolean },
  ): Promise<void> {
    await library.change(undefined, async (tx, media) => {
      const page = await lockEditable(tx, memorial)
      const decided = await decideOnProposal(tx, id, { status: decision, reply: note || null })
      // Taken back while its value was being saved.
      if (!decided && isSaved) return
      if (!decided) throw conflict(DECIDED)
      if (decided.photo_id) await placePhoto(tx, media, { page, decided, isAccepted: decision === 'accepted' })
      const { author_email: email } = decided
      if (email && note && (await isReached(tx, secretKey, email))) {
        const cause = { memorialId: page.id, accountId: memorial.editorId }
        const ownToken = decided.sealed_own_token && unseal(secretKey, SEALED_FOR, decided.sealed_own_token)
        await enqueueLetter(tx, email, letters.proposalDecided(page, decision, { note, ownToken }), cause)
      }
    })
    postman.wake()
  }

  return {
    /** Blocked authors get the same response, but no one sees the proposal. */
    async propose(memorial: ReadableWhole, draft: ProposalDraft, proposer: Proposer): Promise<Proposed> {
      const { account, address, photo } = proposer
      if (memorial.role) throw conflict(OWN_PAGE)
      const authorEmail = account ? account.email : validate(guestSchema, draft, 'body').author_email
      const value = await readDraft(memorial, draft)
      const counts = countsOfWords({ address, account, authorEmail, isKeeper: false })
      return countResponses(counts, () => store(memorial, draft, { account, authorEmail, photo, value }))
    },

    listOf: ({ id: memorialId }: Editable, page: Listed) => list({ memorialId }, page),

    listOfKeeper: async (account: Account, page: Listed): Promise<Proposals> =>
      account.isVerified ? list({ keeperId: account.id }, page) : { result: [], total: 0 },

    /** 404 when there is none. */
    async find(id: number): Promise<ProposalRow> {
      const found = await findProposal(db, id)
      if (!found) throw notFound()
      return found
    },

    async readOwn(token: string): Promise<WrittenProposal> {
      const found = await findOwnProposal(db, token)
      const memorial = found && (await findMemorial(db, found.memorial_id))
      if (!memorial) throw notFound()
      return asWritten(found, memorial)
    },

    /** Repeated, it changes nothing. What was accepted stays on the page. */
    async withdraw(token: string): Promise<void> {
      const found = await findOwnProposal(db, token)
      if (found) await destroyProposal(library, found)
    },

    /**
     * Returns the changed thing as JSON when a value is accepted. 409 when it is decided, or the field is not as `expected` any
     * more; then the proposal waits on.
     */
    async decide(
      account: Account,
      memorial: Editable,
      proposal: ProposalRow,
      decision: ProposalDecision,
    ): Promise<string | undefined> {
      const { id, what, value, author, author_id } = proposal
      if (!(await claimProposal(db, id))) throw conflict(DECIDED)
      try {
        let changed: string | undefined
        if (decision.decision === 'accepted' && value !== null) {
          changed = await restoring.accept(account, memorial, {
            what,
            value: JSON.parse(value) as HistoryValue,
            expected: decision.expected,
            proposer: { author, proposed_by: author_id },
          })
        }
        await finish(memorial, proposal, { ...decision, isSaved: changed !== undefined })
        return changed
      } catch (error) {
        await endClaim(db, id)
        throw error
      }
    },
  }
}

function charactersOf({ value, current, note }: Proposal): number {
  return [value, current, note].reduce((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0)
}

async function placePhoto(
  tx: Db,
  media: MediaOfChange,
  { page, decided, isAccepted }: { page: MemorialRow; decided: ProposalRow; isAccepted: boolean },
): Promise<void> {
  const { photo_id: mediaId, photo_bytes: size } = decided
  if (!mediaId) return
  const hasRoom = page.is_advanced && page.used_storage_bytes + size <= page.media_storage_limit
  const items = await countItems(tx, page.id, 'photo')
  if (!isAccepted || !hasRoom || items >= ARCHIVE_ITEMS_MAX) {
    await media.release(mediaId)
    return
  }
  const file = { media_id: mediaId, file_name: PICTURE_FILE, size_bytes: size }
  await insertItem(tx, { memorial_id: page.id, kind: 'photo', ...file, position: items + 1 })
  await addUsedBytes(tx, page.id, size)
}

/** Deletes a proposal with its photo. The page is locked first, as by everything that removes files of a page. */
async function destroyProposal(
  library: MediaLibrary,
  { id, memorial_id }: Pick<ProposalRow, 'id' | 'memorial_id'>,
): Promise<void> {
  await library.change(undefined, async (tx, media) => {
    await lockMemorialRow(tx, memorial_id)
    const deleted = await deleteProposal(tx, id)
    if (deleted?.photo_id) await media.release(deleted.photo_id)
  })
}

/** Destroys proposals past their time. A failure does not stop the others. */
export async function destroyDueProposals({ db, library }: { db: Db; library: MediaLibrary }): Promise<void> {
  await forEachOf(await listDueProposals(db), (due) => destroyProposal(library, due))
}

/** Letters to keepers of pages where proposals wait. */
export function createProposalNotices(parts: { db: Db; letters: Letters; postman: Pick<Postman, 'wake'> }) {
  const requests = {
    listPages: listPagesToNotifyOf,
    markNotified,
    letterOf: (page: Parameters<Letters['proposalsWait']>[0]) => parts.letters.proposalsWait(page),
  }
  return createPageNotices({ ...parts, requests })
}
