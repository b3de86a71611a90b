import { ARCHIVE_KINDS } from '@contract/archive'
import { randomToken } from '@server/lib/token'
import { memorialForm } from '@support/memorial-form'
import { smallPicture } from '@support/photographs'
import { aStoredMemorial } from '@support/test-memorials'
import { aBurial, advanced, archiveCalls, burialForm, form, type Request } from './archive-calls'
import { FACTOR_CALLS } from './factors-of-scene'
import { HISTORY_CALLS } from './history-of-scene'
import { PASSWORD, PIN, type Scene } from './scene'
import {
  anInvitation,
  anAccessRequest,
  aPendingRelation,
  aReport,
  aClosingReport,
  aPersonalLink,
  aMemory,
  aTrashedMemory,
  aTrashedPage,
  inTrash,
  aBlockedAuthor,
  aDestroyedPage,
  aLetterLink,
  anOpenedToken,
  anUnsubscribeToken,
  aWayBack,
  consentsOfOwner,
  moreSessions,
  givePins,
} from './waiting-things'

const NEW_PASSWORD = 'Ryabina-1946'
const NEW_PIN = '8642'

/** For each call a request that succeeds for an actor who may send it. Creates the data that the request needs. */
export const CALLS: Record<string, (scene: Scene) => Request | Promise<Request>> = {
  'POST /auth/register': () => ({ payload: { email: `${randomToken()}@example.org`, password: PASSWORD } }),
  'POST /auth/login': ({ accounts }) => ({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username: accounts.stranger.email, password: PASSWORD }).toString(),
  }),
  'POST /auth/logout': () => ({}),
  'POST /auth/confirm': () => ({ payload: { password: PASSWORD } }),
  'POST /auth/not-me': async (scene) => ({ payload: { token: await aLetterLink(scene, 'not_me') } }),
  'POST /auth/request-verify-token': ({ accounts }) => ({ payload: { email: accounts.unverified.email } }),
  'GET /auth/verify': async (scene) => ({ query: { token: await aLetterLink(scene, 'verify') } }),
  'POST /auth/forgot-password': ({ accounts }) => ({ payload: { email: accounts.unverified.email } }),
  'POST /auth/reset-password': async (scene) => ({
    payload: { token: await aLetterLink(scene, 'reset'), password: NEW_PASSWORD },
  }),

  'POST /promo-codes/apply': () => ({ payload: { code: 'POMNIM-ADVANCED' } }),
  'GET /promo/active': () => ({}),
  'GET /tariffs/': () => ({}),
  'GET /organizations/': () => ({}),

  'GET /memorial/my_memorials': () => ({}),
  'GET /memorial/my_memorials/plates': () => ({}),
  'GET /memorial/public_memorials': () => ({}),
  'GET /memorial/swo_memorials': () => ({}),
  'GET /memorial/{id}': ({ page }) => ({ id: page.id }),
  'GET /memorial/{id}/qrcode': ({ page }) => ({ id: page.id }),
  'POST /memorial/{id}/export': ({ page }) => ({ id: page.id }),
  'GET /memorial/{id}/book': ({ page }) => ({ id: page.id }),
  'GET /memorial/{id}/calendar.ics': ({ page }) => ({ id: page.id }),
  'POST /memorial/{id}/verify-pin': ({ page }) => ({ id: page.id, payload: { pin_code: PIN } }),
  'POST /memorial/create': async () => ({ payload: memorialForm({}, { bytes: await smallPicture() }) }),
  'POST /memorial/import': () => ({ payload: form({}, { file: Buffer.from('Фамилия;Имя\nЧужая;Анна') }) }),
  // No one has a trial under way: another account's is as unknown.
  'GET /memorial/import/{id}': ({ page }) => ({ id: page.id }),
  'PATCH /memorial/update/{id}/': async ({ page }) => ({
    id: page.id,
    payload: form({ lastname: 'Чужая', public_status: 'true' }, { photo: await smallPicture() }),
  }),
  'PATCH /memorial/upgrade/{id}': ({ page }) => ({ id: page.id }),
  'PATCH /memorial/add-storage/{id}': advanced,
  'DELETE /memorial/delete/{id}/': ({ page }) => ({ id: page.id }),
  'GET /memorial/trash': async (scene) => {
    await aTrashedPage(scene)
    return {}
  },
  'POST /memorial/restore/{id}': async (scene) => ({ id: await aTrashedPage(scene) }),
  'POST /memorial/return': async (scene) => ({ payload: { token: await aDestroyedPage(scene) } }),
  'DELETE /memorial/trash/{id}': async (scene) => ({ id: await aTrashedPage(scene) }),

  'GET /memorial/{id}/keepers': ({ page }) => ({ id: page.id }),
  'POST /memorial/{id}/keepers': ({ page }) => ({ id: page.id, payload: { email: 'brat@example.org' } }),
  'DELETE /memorial/{id}/keepers/{user_id}': ({ page, accounts }) => ({ id: page.id, part: accounts.keeper.id }),
  'DELETE /memorial/{id}/invitations/{invitation_id}': async (scene) => ({
    id: scene.page.id,
    part: (await anInvitation(scene)).id,
  }),
  'POST /memorial/{id}/hand-over': ({ page }) => ({
    id: page.id,
    payload: { email: 'brat@example.org', current_password: PASSWORD },
  }),
  'POST /keepers/accept': async (scene) => ({ payload: { token: (await anInvitation(scene)).token } }),
  'GET /keepers/invitations': async (scene) => {
    await anInvitation(scene)
    return {}
  },
  'POST /keepers/invitations/{id}/accept': async (scene) => ({ id: (await anInvitation(scene)).id }),
  'DELETE /keepers/invitations/{id}': async (scene) => ({ id: (await anInvitation(scene)).id }),

  'POST /memorial/{id}/access-requests': ({ page }) => ({
    id: page.id,
    payload: { name: 'Вера', email: 'vera@example.org', text: 'Мы учились вместе.' },
  }),
  'GET /memorial/{id}/access-requests': ({ page }) => ({ id: page.id }),
  'GET /access-requests/pending': async (scene) => {
    await anAccessRequest(scene)
    return {}
  },
  'POST /access-requests/{id}/decide': async (scene) => ({
    id: await anAccessRequest(scene),
    payload: { decision: 'approved' },
  }),
  'DELETE /access-requests/{id}': async (scene) => ({ id: await anAccessRequest(scene) }),
  'POST /memorial/{id}/open': async (scene) => ({
    id: scene.page.id,
    payload: { key: (await aPersonalLink(scene)).key },
  }),

  'POST /memorial/{id}/report': ({ page }) => ({
    id: page.id,
    payload: { reason: 'private', text: 'Там мой адрес.', email: 'vera@example.org' },
  }),
  'GET /reports/pending': async (scene) => {
    await aReport(scene)
    return {}
  },
  'GET /reports/closed': async (scene) => {
    await aClosingReport(scene)
    return {}
  },
  'POST /reports/{id}/decide': async (scene) => ({
    id: await aReport(scene),
    payload: { decision: 'close', text: 'Чужой адрес на странице' },
  }),
  'POST /reports/{id}/reopen': async (scene) => ({ id: await aClosingReport(scene) }),

  'POST /memorial/{id}/candle': ({ page }) => ({ id: page.id }),
  'GET /memorial/{id}/candles': ({ page }) => ({ id: page.id }),
  'GET /memorial/{id}/reminder': ({ page }) => ({ id: page.id }),
  'PUT /memorial/{id}/reminder': ({ page }) => ({ id: page.id, payload: { is_on: true } }),
  'GET /memorial/{id}/relations': async (scene) => {
    await aPendingRelation(scene)
    return { id: scene.page.id }
  },
  'POST /memorial/{id}/relations': async ({ server, accounts, page }) => ({
    id: page.id,
    payload: { memorial_id: (await aStoredMemorial(server, accounts.owner.token)).id, kind: 'parent' },
  }),
  'GET /relations/pending': async (scene) => {
    await aPendingRelation(scene)
    return {}
  },
  'POST /relations/{id}/decide': async (scene) => ({
    id: await aPendingRelation(scene),
    payload: { decision: 'approved' },
  }),
  'DELETE /relations/{id}': async (scene) => ({ id: await aPendingRelation(scene) }),

  ...Object.assign({}, ...ARCHIVE_KINDS.map(archiveCalls)),

  'GET /burial/{memorialId}': async (scene) => ({ id: (await aBurial(scene)).memorial_id }),
  'POST /burial/create': async ({ page }) => ({ payload: await burialForm({ memorial_id: String(page.id) }) }),
  'PATCH /burial/update/{id}': async (scene) => ({ id: (await aBurial(scene)).id, payload: await burialForm() }),
  'GET /geocode': () => ({ query: { q: 'Тверь' } }),
  'DELETE /burial/delete/{id}': async (scene) => ({ id: (await aBurial(scene)).id }),

  'GET /memories/all': ({ page }) => ({ query: { memorial_id: String(page.id) } }),
  'GET /memories/pending': () => ({}),
  'POST /memories/create': ({ page }) => ({
    payload: { memorials_id: page.id, description: 'Помним.', author: 'Соседка', author_email: 'guest@example.org' },
  }),
  'PATCH /memories/update/{id}': async (scene) => ({ id: await aMemory(scene), payload: { description: 'Иначе.' } }),
  'DELETE /memories/delete/{id}': async (scene) => ({ id: await aMemory(scene) }),
  'GET /memories/trash/{id}': async (scene) => {
    await inTrash(scene, `/memories/delete/${await aMemory(scene)}`)
    return { id: scene.page.id }
  },
  'POST /memories/restore/{id}': aTrashedMemory,
  'DELETE /memories/trash/{id}': aTrashedMemory,
  'POST /memories/moderate/{id}': async (scene) => ({ id: await aMemory(scene), payload: { decision: 'approved' } }),
  'POST /memories/moderate': async (scene) => ({
    payload: { decisions: [{ id: await aMemory(scene), decision: 'approved' }] },
  }),

  'POST /memories/{id}/reply': async (scene) => ({ id: await aMemory(scene), payload: { text: 'Спасибо вам.' } }),
  'POST /memories/{id}/block-author': async (scene) => ({ id: await aMemory(scene) }),
  'GET /memorial/{id}/blocked-authors': ({ page }) => ({ id: page.id }),
  'DELETE /blocked-authors/{id}': async (scene) => ({ id: await aBlockedAuthor(scene) }),

  'GET /users/me': () => ({}),
  'POST /users/me/change-password': () => ({ payload: { current_password: PASSWORD, new_password: NEW_PASSWORD } }),
  'POST /users/me/set-pin': () => ({ payload: { pin_code: NEW_PIN } }),
  'POST /users/me/change-pin': async (scene) => {
    await givePins(scene)
    return { payload: { current_pin_code: PIN, new_pin_code: NEW_PIN } }
  },
  'POST /users/me/reset-pin-with-password': () => ({ payload: { current_password: PASSWORD, new_pin_code: NEW_PIN } }),
  'POST /users/me/change-email': () => ({
    payload: { email: `${randomToken()}@example.org`, current_password: PASSWORD },
  }),
  'POST /users/confirm-email': async (scene) => ({ payload: { token: await aLetterLink(scene, 'change') } }),
  'POST /users/me/delete': () => ({ payload: { current_password: PASSWORD } }),
  'POST /users/return': async (scene) => ({ payload: { token: await aWayBack(scene) } }),
  'POST /letters/subscription': async (scene) => ({ payload: { token: await anUnsubscribeToken(scene) } }),
  'PUT /letters/subscription': async (scene) => ({
    payload: { token: await anUnsubscribeToken(scene), is_ended: true },
  }),
  'POST /letters/opened': (scene) => ({ payload: { token: anOpenedToken(scene) } }),
  'POST /users/me/export': () => ({}),
  'GET /users/me/heir': () => ({}),
  'PUT /users/me/heir': () => ({ payload: { email: 'vnuk@example.org' } }),
  'GET /users/me/words-letters': () => ({}),
  'PUT /users/me/words-letters': () => ({ payload: { how_often: 'daily' } }),
  'GET /users/me/calendar': theirCalendars,
  'DELETE /users/me/calendar': theirCalendars,
  'GET /users/me/sessions': () => ({}),
  'DELETE /users/me/sessions': async (scene) => {
    await moreSessions(scene)
    return {}
  },
  'DELETE /users/me/sessions/{id}': async (scene) => ({ id: (await moreSessions(scene)).owner }),
  ...FACTOR_CALLS,
  ...HISTORY_CALLS,

  'GET /users/me/consents': () => ({}),
  'DELETE /users/me/consents/words/{id}': async (scene) => ({ id: (await consentsOfOwner(scene)).words }),
  'DELETE /users/me/consents/voice/{id}': async (scene) => ({ id: (await consentsOfOwner(scene)).voice }),
  'DELETE /users/me/consents/story/{id}': async (scene) => ({ id: (await consentsOfOwner(scene)).story }),
  'DELETE /users/me/consents/story_voice/{id}': async (scene) => ({ id: (await consentsOfOwner(scene)).story_voice }),
  'DELETE /users/me/consents/proposal/{id}': async (scene) => ({ id: (await consentsOfOwner(scene)).proposal }),
  'DELETE /users/me/consents/request/{id}': async (scene) => ({ id: (await consentsOfOwner(scene)).request }),
  'DELETE /users/me/consents/report/{id}': async (scene) => ({ id: (await consentsOfOwner(scene)).report }),
}

/** Each account has its address already, so that showing it changes nothing. */
async function theirCalendars({ server, accounts }: Scene): Promise<Request> {
  for (const { token } of Object.values(accounts)) await server.api({ url: '/users/me/calendar', token })
  return {}
}
