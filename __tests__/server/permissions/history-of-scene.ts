import { moscowDay } from '@contract/days'
import { hashToken, randomToken } from '@server/lib/token'
import { insertProposal } from '@server/modules/proposals/repository'
import type { CALLS } from './calls'
import type { Scene } from './scene'
import { aQuestion, aStory, aTrashedStory, inTrash } from './waiting-things'

/** The history of a page, what those who know are asked and tell, what readers propose, and the names that both show. */
export const HISTORY_CALLS: typeof CALLS = {
  'POST /memorial/{id}/questions': ({ page }) => ({
    id: page.id,
    payload: { text: 'Что он любил петь?', to: [{ email: 'zoya@example.org', name: 'Зоя' }] },
  }),
  'GET /memorial/{id}/questions': async (scene) => {
    await aQuestion(scene)
    return { id: scene.page.id }
  },
  'DELETE /questions/{id}': async (scene) => ({ id: (await aQuestion(scene)).id }),
  'POST /questions/open': async (scene) => ({ payload: { token: (await aQuestion(scene)).token } }),
  'POST /questions/answer': async (scene) => ({
    payload: { token: (await aQuestion(scene)).token, text: 'Он пел «Рябину».', author: 'Зоя' },
  }),
  'POST /questions/later': async (scene) => ({ payload: { token: (await aQuestion(scene)).token } }),
  'POST /questions/decline': async (scene) => ({ payload: { token: (await aQuestion(scene)).token } }),
  'POST /stories/own': async (scene) => ({ payload: { own_token: (await aStory(scene)).ownToken } }),
  'DELETE /stories/own': async (scene) => ({ payload: { own_token: (await aStory(scene)).ownToken } }),
  'GET /memorial/{id}/stories': ({ page }) => ({ id: page.id }),
  'POST /memorial/{id}/stories/order': async (scene) => {
    const stories = [await aStory(scene, 'approved'), await aStory(scene, 'approved')]
    return { id: scene.page.id, payload: { ids: stories.map(({ id }) => id).reverse() } }
  },
  'GET /memorial/{id}/stories/pending': async (scene) => {
    await aStory(scene)
    return { id: scene.page.id }
  },
  'GET /stories/pending': () => ({}),
  'POST /stories/{id}/moderate': async (scene) => ({
    id: (await aStory(scene)).id,
    payload: { decision: 'approved' },
  }),
  'POST /stories/{id}/block-author': async (scene) => ({ id: (await aStory(scene)).id }),
  'PATCH /stories/{id}': async (scene) => ({ id: (await aStory(scene)).id, payload: { text: 'Иначе.' } }),
  'DELETE /stories/{id}': async (scene) => ({ id: (await aStory(scene)).id }),
  'GET /stories/trash/{id}': async (scene) => {
    await inTrash(scene, `/stories/${(await aStory(scene)).id}`)
    return { id: scene.page.id }
  },
  'POST /stories/restore/{id}': aTrashedStory,
  'DELETE /stories/trash/{id}': aTrashedStory,
  'GET /memorial/{id}/history': async (scene) => {
    await aRevision(scene)
    return { id: scene.page.id }
  },
  'POST /memorial/{id}/history/{revision}/restore': async (scene) => ({
    id: scene.page.id,
    part: await aRevision(scene),
  }),
  'POST /memorial/{id}/history/restore-day': async (scene) => {
    await aRevision(scene)
    return { id: scene.page.id, payload: { day: moscowDay() } }
  },
  'POST /memorial/{id}/proposals': ({ page }) => ({
    id: page.id,
    payload: form({ field: 'name', value: 'Павел', author: 'Вера', author_email: 'vera@example.org' }),
  }),
  'GET /memorial/{id}/proposals': async (scene) => {
    await aProposal(scene)
    return { id: scene.page.id }
  },
  'GET /proposals/pending': async (scene) => {
    await aProposal(scene)
    return {}
  },
  'POST /proposals/{id}/decide': async (scene) => ({
    id: (await aProposal(scene)).id,
    payload: { decision: 'accepted' },
  }),
  'POST /proposals/{id}/block-author': async (scene) => ({ id: (await aProposal(scene)).id }),
  'POST /proposals/own': async (scene) => ({ payload: { own_token: (await aProposal(scene)).token } }),
  'DELETE /proposals/own': async (scene) => ({ payload: { own_token: (await aProposal(scene)).token } }),

  'PATCH /users/me': () => ({ payload: { display_name: 'Тётя Оля' } }),
}

/** A change of the page by its owner. */
async function aRevision({ server, accounts, page }: Scene): Promise<number> {
  const payload = new FormData()
  payload.append('biography', 'Другие слова.')
  await server.api({ method: 'PATCH', url: `/memorial/update/${page.id}`, token: accounts.owner.token, payload })
  const made = server.db.selectFrom('revisions').select('id').where('memorial_id', '=', page.id)
  // An earlier one may restore what stands already, which is refused.
  return (await made.orderBy('id', 'desc').executeTakeFirstOrThrow()).id
}

/** A guest's proposal that waits for a decision, and its author's token. */
async function aProposal({ server, page }: Scene): Promise<{ id: number; token: string }> {
  const token = randomToken()
  const proposed = { what: 'name', value: '"Павел"', note: null, author: 'Вера', author_email: 'vera@example.org' }
  const { id } = await insertProposal(server.db, {
    ...{ memorial_id: page.id, author_id: null, consent_version: null, own_token_hash: hashToken(token) },
    ...proposed,
  })
  return { id, token }
}

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}
