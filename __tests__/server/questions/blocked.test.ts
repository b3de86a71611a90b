import type { BlockedAuthor } from '@contract/memory'
import type { PendingStories } from '@contract/questions'
import { hashToken, randomToken } from '@server/lib/token'
import { blockAuthor, isBlocked } from '@server/modules/memories/pending-repository'
import { insertProposal } from '@server/modules/proposals/repository'
import { doTheJobs } from '@support/jobs'
import { aStoredMemorial } from '@support/test-memorials'
import { decide, shown as visible, waitingWords } from '../memories/words'
import { beforeEachOnPage, lettersTo, type Scene, someone } from './asking'

const A_PROPOSAL = {
  what: 'name',
  value: '"Павел"',
  note: null,
  author: 'Вера',
  author_id: null,
  consent_version: null,
}
const aHash = () => hashToken(randomToken())

let { server, owner, memorialId, page } = {} as Scene
beforeEachOnPage('closed', (scene) => ({ server, owner, memorialId, page } = scene))

describe('who was blocked', () => {
  const block = (of: string) => page.post(`/${of}/block-author`, {}, owner.token)
  const waiting = async () =>
    (await server.api({ url: `/memorial/${memorialId}/stories/pending`, token: owner.token })).json<PendingStories>()
  const blocked = async () =>
    (await server.api({ url: `/memorial/${memorialId}/blocked-authors`, token: owner.token })).json<{
      result: BlockedAuthor[]
    }>().result
  const unblock = async () => {
    const [entry] = await blocked()
    return server.api({ method: 'DELETE', url: `/blocked-authors/${String(entry?.id)}`, token: owner.token })
  }
  /** The ids of what waits for the owner. */
  const queue = async () => {
    const ids = async (of: string) =>
      (await server.api({ url: `/${of}/pending`, token: owner.token }))
        .json<PendingStories>()
        .result.map(({ id }) => id)
    return { stories: await ids('stories'), memories: await ids('memories'), proposals: await ids('proposals') }
  }
  const propose = (author_email: string, is_unheard = false) =>
    insertProposal(server.db, {
      ...{ ...A_PROPOSAL, memorial_id: memorialId, author_email, own_token_hash: aHash(), is_unheard },
    })
  const letters = async ({ email }: { email: string }) =>
    [...(await lettersTo(server, owner.user.email)), ...(await lettersTo(server, email))].map(({ id }) => id)

  it('for a story is listed by name, and what of theirs waits leaves the queue until they are unblocked', async () => {
    const published = await page.told()
    await page.decide(published.story.id)
    await page.pass(8)
    const { story, who, token } = await page.told({}, 0, published.who)
    const other = await page.told()
    expect((await block(`stories/${story.id}`)).statusCode).toBe(204)
    expect((await block(`stories/${story.id}`)).statusCode).toBe(204)
    const [entry, ...more] = await blocked()
    expect([entry, more]).toEqual([{ id: expect.any(Number) as number, author_email: null, author: 'Зоя' }, []])
    expect(JSON.stringify(await blocked())).not.toContain(who.email)
    expect((await waiting()).result.map(({ id }) => id)).toEqual([other.story.id])
    expect((await page.shown(owner.token)).map(({ id }) => id)).toEqual([published.story.id])
    expect((await page.opened(token)).answer).toMatchObject({ status: 'pending' })
    await unblock()
    expect((await waiting()).result.map(({ id }) => id)).toEqual([story.id, other.story.id])
  })

  it.each(['memories', 'stories', 'proposals'] as const)(
    'for one of their %s has nothing of any kind in the queue of that page, and all of it once unblocked',
    async (kind) => {
      const who = someone()
      const words = async (of: number, author_email = who.email.toUpperCase()) => {
        await server.db.updateTable('memorials').set({ public_status: true }).where('id', '=', of).execute()
        return waitingWords(server, of, { author_email })
      }
      const elsewhere = (await aStoredMemorial(server, owner.token)).id
      const theirs = {
        stories: (await page.told({}, 0, who)).story.id,
        memories: (await words(memorialId)).id,
        proposals: (await propose(who.email.replace('@', '+2@'))).id,
      }
      const published = await words(memorialId)
      await decide(server, published.id, 'approved', owner.token)
      const [another, far] = [await words(memorialId, 'other@example.org'), await words(elsewhere)]
      const before = await queue()

      await block(`${kind}/${theirs[kind]}`)
      expect(await queue()).toEqual({ stories: [], memories: [another.id, far.id], proposals: [] })
      expect((await visible(server, memorialId)).result.map(({ id }) => id)).toEqual([published.id])
      const unheard = await words(memorialId)

      await unblock()
      expect(await queue()).toEqual(before)
      expect(before.memories).toEqual([theirs.memories, another.id, far.id])
      expect(before.memories).not.toContain(unheard.id)
    },
  )

  it('gets back what the last block took, and nothing that they sent while blocked before', async () => {
    const who = someone()
    await server.db.updateTable('memorials').set({ public_status: true }).where('id', '=', memorialId).execute()
    const links: string[] = []
    for (let question = 0; question < 3; question++) {
      links.push((await page.asked(who)).token)
      await page.pass(8)
    }
    const send = async () => ({
      stories: (await page.answer(links.shift() ?? '')).json<{ id: number }>().id,
      memories: (await waitingWords(server, memorialId, { author_email: who.email })).id,
      proposals: (await propose(who.email, await isBlocked(server.db, memorialId, who.email))).id,
    })
    const queueOf = (...sent: Awaited<ReturnType<typeof send>>[]) => ({
      stories: sent.map(({ stories }) => stories),
      memories: sent.map(({ memories }) => memories),
      proposals: sent.map(({ proposals }) => proposals),
    })

    const before = await send()
    await block(`memories/${before.memories}`)
    await send()
    await unblock()
    const after = await send()
    expect(await queue()).toEqual(queueOf(before, after))
    await block(`memories/${after.memories}`)
    expect(await queue()).toEqual(queueOf())
    await unblock()
    expect(await queue()).toEqual(queueOf(before, after))
  })

  it('is answered as others are, and what they tell is shown and announced to nobody', async () => {
    const { token, who, id } = await page.asked()
    await blockAuthor(server.db, memorialId, who.email)
    const heard = await page.told()
    const before = await letters(who)

    const answer = await page.answer(token)
    const later = await page.post('/questions/later', { token })

    expect([answer.statusCode, later.statusCode]).toEqual([201, 204])
    expect(answer.json()).toEqual({ ...heard.story, id: expect.any(Number), own_token: expect.any(String) })
    expect(await letters(who)).toEqual(before)
    expect((await waiting()).result.map(({ id }) => id)).toEqual([heard.story.id])
    expect((await waiting()).total).toBe(1)
    expect((await page.list()).find((question) => question.id === id)?.status).toBe('later')
    expect((await page.opened(token)).answer).toMatchObject({ text: 'Он пел «Рябину».', status: 'pending' })
    await doTheJobs(server)
    expect(await letters(who)).toEqual(before)
  })

  it('is not heard by the link of a letter either, once their address is deleted', async () => {
    const { token, who, id } = await page.asked()
    await blockAuthor(server.db, memorialId, who.email.toUpperCase())
    await server.db.updateTable('questions').set({ to_email: null }).where('id', '=', id).execute()
    expect((await page.answer(token)).statusCode).toBe(201)
    expect((await waiting()).total).toBe(0)
  })

  it('replaces what waits by what nobody sees, and is heard again once unblocked', async () => {
    const { token, story } = await page.told()
    await block(`stories/${story.id}`)
    await page.answer(token, { text: 'И ещё.' })
    expect((await waiting()).total).toBe(0)

    expect((await unblock()).statusCode).toBe(204)
    expect((await waiting()).total).toBe(0)
    await page.answer(token, { text: 'Он пел вальс.' })
    expect((await waiting()).result.map(({ text }) => text)).toEqual(['Он пел вальс.'])
  })

  it('is asked no more, as one who was asked lately; nor again later', async () => {
    const [who, other] = [someone(), someone('Вера')]
    const { token } = await page.asked(who)
    await page.post('/questions/later', { token })
    const { story } = await page.told()
    await blockAuthor(server.db, memorialId, who.email)
    await block(`stories/${story.id}`)
    await page.pass(8)

    const before = (await lettersTo(server, who.email)).length
    const refused = await page.ask([{ ...who, email: who.email.replace('@', '+2@') }, other])
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { detail: { code: 'ASKED_RECENTLY' } }])
    await doTheJobs(server)
    expect(await lettersTo(server, who.email)).toHaveLength(before)
    expect(await lettersTo(server, other.email)).toEqual([])
    expect((await page.ask([other])).statusCode).toBe(201)
  })

  it('for a proposal is listed by address, and their words are heard no more', async () => {
    const guest = `vera-${Math.random()}@example.org`
    const proposed = await insertProposal(server.db, {
      ...{ ...A_PROPOSAL, memorial_id: memorialId, author_email: guest, own_token_hash: aHash() },
    })
    expect((await block(`proposals/${proposed.id}`)).statusCode).toBe(204)
    expect(await blocked()).toEqual([{ id: expect.any(Number) as number, author_email: guest, author: null }])
    expect(await isBlocked(server.db, memorialId, guest)).toBe(true)
    expect((await page.ask([{ email: guest, name: 'Вера' }])).statusCode).toBe(409)
  })

  it('is nobody where the address was deleted', async () => {
    const { story, id } = await page.told()
    await server.db.updateTable('questions').set({ to_email: null }).where('id', '=', id).execute()
    const refused = await block(`stories/${story.id}`)
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { detail: 'Адрес этого человека у нас уже удалён, поэтому узнать его снова мы не сможем.' },
    ])
  })
})
