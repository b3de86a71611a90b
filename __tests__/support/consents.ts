import { CONSENT_VERSION, VOICE_CONSENT_VERSION, type WithdrawnAlone } from '@contract/consent'
import type { Db } from '@server/db/schema'
import { insertConsent } from '@server/modules/accounts/user-repository'
import { hashToken, randomToken } from '@server/lib/token'
import { insertMemory } from '@server/modules/memories/repository'

/** Inserts one row of every kind that comes with a consent, from one e-mail, about a page. Returns the ids. */
export async function sendWithConsents(
  db: Db,
  { email, memorialId }: { email: string; memorialId: number },
): Promise<Record<WithdrawnAlone, number>> {
  const sender = { email, consent_version: CONSENT_VERSION, memorial_id: memorialId, text: '' }
  const author = { description: 'Помню.', author: 'Подруга', author_email: email }
  const voice = { voice_id: randomToken(), voice_file: 'recording.wav' }
  const { memory } = await insertMemory(db, { ...author, ...voice, memorials_id: memorialId, status: 'pending' })
  const accepted = { agreement: CONSENT_VERSION, policy: CONSENT_VERSION }
  await insertConsent(db, { memory_id: memory.id }, { version: CONSENT_VERSION, address: '198.51.100.7', accepted })
  const ofVoice = { memory_id: memory.id, is_of_voice: true }
  await insertConsent(db, ofVoice, { version: VOICE_CONSENT_VERSION, address: '198.51.100.7', accepted })
  const asked = { ...sender, name: 'Подруга' }
  const told = { ...sender, reason: 'private' } as const
  const request = await db.insertInto('access_requests').values(asked).returning('id').executeTakeFirstOrThrow()
  const report = await db.insertInto('reports').values(told).returning('id').executeTakeFirstOrThrow()
  const proposed = { memorial_id: memorialId, what: 'name', value: '"Павел"', author: 'Подруга', author_email: email }
  const ofProposal = { ...proposed, consent_version: CONSENT_VERSION, own_token_hash: hashToken(randomToken()) }
  const proposal = await db.insertInto('proposals').values(ofProposal).returning('id').executeTakeFirstOrThrow()
  return { proposal: proposal.id, words: memory.id, voice: memory.id, request: request.id, report: report.id }
}
