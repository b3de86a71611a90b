import { moscowDay } from '@contract/days'
import { hashToken, randomToken } from '@server/lib/token'
import { insertProposal } from '@server/modules/proposals/repository'
import type { CALLS } from './calls'
import type { Scene } from './scene'

/** The history of a page, what readers propose, and the names that both show. */
export const HISTORY_CALLS: typeof CALLS = {
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
  return (await made.executeTakeFirstOrThrow()).id
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
