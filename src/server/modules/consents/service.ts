import type { AcceptedEdition, GivenConsent, WithdrawnAlone } from '@contract/consent'
import { fullName } from '@contract/names'
import type { EditionsInForce } from '@contract/legal'
import type { Account } from '../../access/account'
import type { Db } from '../../db/schema'
import { notFound } from '../../lib/api-error'
import { emailKey } from '../../lib/mailbox'
import type { SecurityLog } from '../../lib/security-log'
import type { MediaLibrary, MediaOfChange } from '../../media/media-library'
import { releaseFilesOfStory, releaseFilesOfWords } from '../accounts/authorship'
import { recordInRegister } from '../audit/repository'
import {
  type ConsentRow,
  deleteRequest,
  deleteMemoryRow,
  deleteProposalOf,
  deleteStoryRow,
  forgetReporter,
  listAccountConsents,
  listConsentsSent,
  lockStoryOf,
  pageOfMemory,
  removeVoice,
  takeVoiceFromStory,
  type Sender,
} from './repository'

type Holder = Pick<Account, 'id' | 'email' | 'isVerified'>

export type ConsentService = ReturnType<typeof createConsentService>

/**
 * The consents that the holder of an account gave, also as a guest, and their withdrawal. What was sent from an e-mail is
 * theirs once the e-mail is confirmed.
 */
export function createConsentService({
  db,
  library,
  securityLog,
  editions,
}: {
  db: Db
  library: MediaLibrary
  securityLog: SecurityLog
  editions: EditionsInForce
}) {
  /** Deletes what rests on a consent. False when the account gave no such consent. */
  const withdrawals: Record<
    WithdrawnAlone,
    (tx: Db, media: MediaOfChange, id: number, sender: Sender) => Promise<boolean>
  > = {
    words: destroyMemory,
    voice: destroyVoice,
    story: (tx, media, id, sender) => destroyStory(tx, media, { id, sender, isOfVoice: false }),
    story_voice: (tx, media, id, sender) => destroyStory(tx, media, { id, sender, isOfVoice: true }),
    proposal: destroyProposal,
    request: (tx, _media, id, sender) => deleteRequest(tx, id, sender.emailKey),
    report: (tx, _media, id, sender) => forgetReporter(tx, id, sender.emailKey),
  }

  return {
    /** All consents of an account, latest first. */
    list: (account: Holder): Promise<GivenConsent[]> => listConsents(db, account, editions),

    /**
     * Permanently deletes what rests on the consent: a memory or a story with its files, a voice (and words or a story that were nothing else), an access request with its link, the e-mail of a
     * report. The register records the withdrawal without content. 404 when the account gave no such consent.
     */
    async withdraw(account: Account, occasion: WithdrawnAlone, id: number): Promise<void> {
      await library.change(undefined, async (tx, media) => {
        if (!(await withdrawals[occasion](tx, media, id, senderOf(account)))) throw notFound()
        await recordInRegister(tx, 'consent_withdrawn', { accountId: account.id, doneBy: 'holder' })
      })
      securityLog.record('consent_withdrawn', { account: account.id, kind: occasion })
    },
  }
}

async function listConsents(db: Db, account: Holder, inForce: EditionsInForce): Promise<GivenConsent[]> {
  const [own, sent] = await Promise.all([
    listAccountConsents(db, account.id),
    account.isVerified ? listConsentsSent(db, senderOf(account)) : [],
  ])
  const lastFirst = [...own, ...sent].sort((one, other) => other.given_at.getTime() - one.given_at.getTime())
  return lastFirst.map((row) => asConsent(row, inForce))
}

function senderOf({ id, email }: Pick<Account, 'id' | 'email'>): Sender {
  return { id, emailKey: emailKey(email) }
}

async function destroyMemory(tx: Db, media: MediaOfChange, id: number, sender: Sender): Promise<boolean> {
  const author = { id: sender.id, emailKeys: [sender.emailKey] }
  const page = await pageOfMemory(tx, { id, author, isOfVoice: false })
  if (page === undefined) return false
  const deleted = await deleteMemoryRow(tx, { id, page, author })
  if (deleted) await releaseFilesOfWords(tx, media, deleted)
  return deleted !== undefined
}

async function destroyVoice(tx: Db, media: MediaOfChange, id: number, sender: Sender): Promise<boolean> {
  const author = { id: sender.id, emailKeys: [sender.emailKey] }
  const page = await pageOfMemory(tx, { id, author, isOfVoice: true })
  const removed = page === undefined ? undefined : await removeVoice(tx, { id, page, author })
  if (!removed || page === undefined) return false
  await releaseFilesOfWords(tx, media, { ...removed, photo_id: null })
  if (removed.description) return true
  const rest = await deleteMemoryRow(tx, { id, page, author })
  if (rest) await releaseFilesOfWords(tx, media, rest)
  return true
}

/** A story, or its voice alone if there is a text next to it. */
async function destroyStory(
  tx: Db,
  media: MediaOfChange,
  { id, sender, isOfVoice }: { id: number; sender: Sender; isOfVoice: boolean },
): Promise<boolean> {
  const story = await lockStoryOf(tx, { id, emailKey: sender.emailKey, isOfVoice })
  if (!story) return false
  const staysAsText = isOfVoice && story.text !== ''
  if (staysAsText) await takeVoiceFromStory(tx, id)
  else await deleteStoryRow(tx, id, story.question_id)
  await releaseFilesOfStory(tx, media, { ...story, ...(staysAsText && { photo_ids: [] }) })
  return true
}

async function destroyProposal(tx: Db, media: MediaOfChange, id: number, sender: Sender): Promise<boolean> {
  const deleted = await deleteProposalOf(tx, id, sender)
  if (deleted?.photo_id) await media.release(deleted.photo_id)
  return deleted !== undefined
}

function asConsent(row: ConsentRow, inForce: EditionsInForce): GivenConsent {
  const { given_at, page, agreement_edition, policy_edition, ...consent } = row
  return {
    ...consent,
    given_at: given_at.toISOString(),
    memorial_name: page && fullName(page),
    agreement: asAccepted(agreement_edition, inForce.agreement),
    policy: asAccepted(policy_edition, inForce.policy),
  }
}

function asAccepted(edition: string | null, inForce: string): AcceptedEdition | null {
  return edition === null ? null : { edition, is_current: edition === inForce }
}
