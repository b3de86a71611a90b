import { randomToken, hashToken } from '@server/lib/token'
import { hashAddresses } from '@server/mail/address-hashes'
import { insertProposal } from '@server/modules/proposals/repository'
import { insertQuestion } from '@server/modules/questions/repository'
import { insertStory } from '@server/modules/questions/story-repository'
import type { TestApp } from '@support/server-app'
import { toTrash } from './contents'

const EACH = 4

/** Questions of a memorial that wait for an answer, and stories that were told in answer to others. */
export async function askAndTell(server: TestApp, userId: number, memorialId: number) {
  const told = {
    questions: [] as number[],
    questionTokens: [] as string[],
    stories: [] as number[],
    storyTokens: [] as string[],
    toTrash: [] as number[],
  }
  for (let nth = 0; nth < EACH; nth++) {
    const asked = await ask(server, userId, memorialId)
    told.questions.push(asked.id)
    told.questionTokens.push(asked.token)
    const story = await tell(server, userId, memorialId)
    told.stories.push(story.id)
    told.storyTokens.push(story.ownToken)
    told.toTrash.push((await tell(server, userId, memorialId)).id)
  }
  return told
}

async function ask({ db, secretKey }: TestApp, userId: number, memorialId: number) {
  const token = randomToken()
  const [mailbox] = await hashAddresses(db, secretKey, [`${token}@example.org`])
  const { id } = await insertQuestion(db, {
    ...{ memorial_id: memorialId, user_id: userId, text: 'Что он любил петь?', to_name: 'Зоя' },
    ...{
      to_email: `${token}@example.org`,
      mailbox_hash: mailbox?.hash ?? Buffer.alloc(0),
      key_id: mailbox?.keyId ?? null,
    },
    ...{ token_hash: hashToken(token), sealed_token: null },
  })
  return { id, token }
}

async function tell(server: TestApp, userId: number, memorialId: number) {
  const { id: question_id } = await ask(server, userId, memorialId)
  const ownToken = randomToken()
  const { id } = await insertStory(server.db, {
    ...{ memorial_id: memorialId, question_id, question: 'Что он любил петь?', to_name: 'Зоя', author: 'Зоя' },
    ...{ relation: 'соседка', text: 'Он пел «Рябину».', status: 'pending', own_token_hash: hashToken(ownToken) },
  })
  return { id, ownToken }
}

export async function trashStories(server: TestApp, token: string, ids: number[]): Promise<{ id: number }[]> {
  const trashed: { id: number }[] = []
  for (const id of ids) trashed.push(await toTrash(server, `/stories/${id}`, token))
  return trashed
}

/** What readers propose to write of a memorial. */
export async function propose({ db }: TestApp, memorialId: number): Promise<{ id: number; own_token: string }[]> {
  const proposed: { id: number; own_token: string }[] = []
  for (let nth = 0; nth < EACH; nth++) {
    const own_token = randomToken()
    const proposal = { what: 'biography', value: JSON.stringify(`Учила детей ${nth}.`), author: 'Вера' }
    const { id } = await insertProposal(db, {
      ...proposal,
      memorial_id: memorialId,
      // Whoever left no address cannot be blocked.
      author_email: `vera-${nth}@example.org`,
      own_token_hash: hashToken(own_token),
    })
    proposed.push({ id, own_token })
  }
  return proposed
}

/** Changes a biography and a name. Returns the ids of the revisions. */
export async function changeOften(server: TestApp, token: string, memorialId: number): Promise<number[]> {
  for (const payload of [{ biography: 'Родился в Твери.' }, { biography: 'Родился в Вязёмах.' }, { name: 'Глеб' }]) {
    await server.api({ method: 'PATCH', url: `/memorial/update/${memorialId}`, token, payload })
  }
  const { result } = (await server.api({ url: `/memorial/${memorialId}/history`, token })).json<{
    result: { id: number }[]
  }>()
  return result.map(({ id }) => id)
}
