import { CONSENT_VERSION, VOICE_CONSENT_VERSION, type WithdrawnAlone } from '@contract/consent'
import type { Db } from '@server/db/schema'
import { insertConsent } from '@server/modules/accounts/user-repository'
import { hashToken, randomToken } from '@server/lib/token'
import { insertMemory } from '@server/modules/memories/repository'
import { insertStory } from '@server/modules/questions/story-repository'

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
  const story = await tellWithConsents(db, { email, memorialId })
  return {
    ...{ proposal: proposal.id, words: memory.id, voice: memory.id, request: request.id, report: report.id },
    ...{ story, story_voice: story },
  }
}

/** A story with a voice, told in answer to a question at this e-mail. */
async function tellWithConsents(db: Db, { email, memorialId }: { email: string; memorialId: number }): Promise<number> {
  const asked = { memorial_id: memorialId, text: 'Что он любил петь?', to_name: 'Подруга', to_email: email }
  const question = await db
    .insertInto('questions')
    .values({ ...asked, user_id: null, mailbox_hash: Buffer.alloc(32), status: 'answered' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await insertStory(db, {
    ...{ memorial_id: memorialId, question_id: question.id, question: asked.text, to_name: 'Подруга' },
    ...{
      author: 'Подруга',
      relation: '',
      text: 'Он пел «Рябину».',
      voice_id: randomToken(),
      voice_file: 'recording.wav',
    },
    ...{ consent_version: CONSENT_VERSION, consent_address: '198.51.100.7', voice_consent: VOICE_CONSENT_VERSION },
    ...{ agreement_edition: CONSENT_VERSION, policy_edition: CONSENT_VERSION },
  })
  return id
}
