import { CONSENT_VERSION, type GivenConsent, VOICE_CONSENT_VERSION } from '@contract/consent'
import type { StoryReceipt } from '@contract/questions'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { anOwner } from '@support/test-memorials'
import { aWav } from '../memories/words'
import { beforeEachOnPage, type Scene } from './asking'

const SPOKEN = { voice_consent: VOICE_CONSENT_VERSION, voice_peaks: '0123456789abcdef'.repeat(4) }
const wav = aWav()

let { server, owner, memorialId, page } = {} as Scene
beforeEachOnPage('open', (scene) => ({ server, owner, memorialId, page } = scene))
afterEach(() => expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles))

const call = (method: 'GET' | 'PATCH' | 'DELETE', url: string, payload: object | undefined, token: string) =>
  server.api({ method, url, token, ...(payload && { payload }) })
const used = async () => {
  const memorials = server.db.selectFrom('memorials').select('used_storage_bytes')
  return (await memorials.where('id', '=', memorialId).executeTakeFirstOrThrow()).used_storage_bytes
}

describe('the consents of a story', () => {
  const given = async (token: string) =>
    (await call('GET', '/users/me/consents', undefined, token))
      .json<{ result: GivenConsent[] }>()
      .result.map(({ occasion, id, edition, memorial_name }) => ({ occasion, id, edition, memorial_name }))
  const withdraw = async (token: string, what: string, id: number) =>
    (await call('DELETE', `/users/me/consents/${what}/${id}`, undefined, token)).statusCode

  /** Told by voice at the address of an account. */
  async function toldBy(email: string, text: string) {
    const { token } = await page.asked({ email, name: 'Зоя' })
    const answer = await page.answer(token, { ...SPOKEN, text, consent_version: CONSENT_VERSION }, 1, wav)
    const { id } = answer.json<StoryReceipt>()
    await page.decide(id)
    return { id, token }
  }

  it('are those of the account at whose address it was told; its voice goes with its own', async () => {
    const zoya = await anOwner(server)
    const { id } = await toldBy(zoya.user.email, 'Он пел «Рябину».')
    expect(await used()).toBe(wav.length)
    await call('PATCH', `/stories/${id}`, { voice_text: 'Он пел.' }, owner.token)
    expect(await given(zoya.token)).toMatchObject([
      { occasion: 'story', id, edition: CONSENT_VERSION },
      { occasion: 'story_voice', id, edition: VOICE_CONSENT_VERSION },
    ])
    expect(await given(owner.token)).toEqual([])
    for (const what of ['story', 'story_voice']) expect(await withdraw(owner.token, what, id)).toBe(404)

    expect(await withdraw(zoya.token, 'story_voice', id)).toBe(204)
    const [shown] = await page.shown(owner.token)
    expect([shown?.text, shown?.voice, shown?.photos.length]).toEqual(['Он пел «Рябину».', null, 1])
    expect([await used(), await withdraw(zoya.token, 'story_voice', id)]).toEqual([0, 404])

    expect(await withdraw(zoya.token, 'story', id)).toBe(204)
    expect([await page.shown(owner.token), await given(zoya.token)]).toEqual([[], []])
  })

  it('take along what was nothing but a voice, and the question can be answered again', async () => {
    const zoya = await anOwner(server)
    const { id, token } = await toldBy(zoya.user.email, '')
    expect(await withdraw(zoya.token, 'story_voice', id)).toBe(204)
    expect([await page.shown(owner.token), await used()]).toEqual([[], 0])
    expect((await page.answer(token)).statusCode).toBe(201)
  })
})
