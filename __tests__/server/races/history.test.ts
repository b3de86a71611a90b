import { moscowDay } from '@contract/days'
import type { History } from '@contract/history'
import type { Memorial } from '@contract/memorial'
import { hashToken, randomToken } from '@server/lib/token'
import { insertProposal } from '@server/modules/proposals/repository'
import type { TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { trashOf } from '@support/trash'
import { expectAgreement, onEachEngine } from './race'

onEachEngine({
  'loses nothing when a change is restored while somebody saves': restoreAgainstSave,
  'restores once what two restore at once': oneRestore,
  'leaves a chain of revisions when many save at once': manySaves,
  'decides once where two decide at once': oneDecision,
  'is taken back, or decided on': decisionAgainstWithdrawal,
  'is accepted, or the text changes first': decisionAgainstSave,
  'restores a day, or the page goes to the trash': dayAgainstTrash,
  'restores a day, while the page is saved': dayAgainstSave,
})

async function aFamily(server: TestApp) {
  const [sister, brother] = [await anOwner(server), await anOwner(server)]
  const page = await aStoredMemorial(server, sister.token, { biography: 'Начало.' })
  await server.db.insertInto('keepers').values({ memorial_id: page.id, user_id: brother.user.id }).execute()
  const save = ({ token }: { token: string }, biography: string) => {
    const payload = new FormData()
    payload.append('biography', biography)
    return server.api({ method: 'PATCH', url: `/memorial/update/${page.id}`, token, payload })
  }
  const restore = ({ token }: { token: string }, revision: number) =>
    server.api({ method: 'POST', url: `/memorial/${page.id}/history/${revision}/restore`, token })
  /** Each revision begins with what the one before it ended with, and the last one with what stands there. */
  const expectChain = async () => {
    const { token } = sister
    const { result } = (await server.api({ url: `/memorial/${page.id}/history`, token })).json<History>()
    const { biography } = (await server.api({ url: `/memorial/${page.id}`, token })).json<Memorial>()
    expect([biography, ...result.map(({ before }) => before)]).toEqual([...result.map(({ after }) => after), 'Начало.'])
    return result
  }
  return { sister, brother, page, save, restore, expectChain }
}

async function restoreAgainstSave(server: TestApp) {
  return async () => {
    const { sister, brother, save, restore, expectChain } = await aFamily(server)
    await save(brother, 'Слова брата.')
    const [overwritten] = await expectChain()
    const answers = await Promise.all([restore(sister, overwritten?.id ?? 0), save(brother, 'Ещё слова брата.')])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const all = await expectChain()
    expect(all.map(({ after }) => after)).toContain('Ещё слова брата.')
    expect(all.map(({ restored_from }) => restored_from)).toContain(overwritten?.id)
  }
}

async function oneRestore(server: TestApp) {
  return async () => {
    const { sister, brother, save, restore, expectChain } = await aFamily(server)
    await save(brother, 'Слова брата.')
    const [overwritten] = await expectChain()
    const both = [sister, brother].map((who) => restore(who, overwritten?.id ?? 0))
    expect((await Promise.all(both)).map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(await expectChain()).toHaveLength(2)
  }
}

async function manySaves(server: TestApp) {
  return async () => {
    const { sister, brother, save, expectChain } = await aFamily(server)
    const saves = Array.from({ length: 8 }, (_save, turn) => save(turn % 2 ? sister : brother, `Раз ${turn}.`))
    for (const { statusCode } of await Promise.all(saves)) expect(statusCode).toBe(200)
    await expectChain()
  }
}

async function aProposal(server: TestApp) {
  const { sister, brother, page, save, expectChain } = await aFamily(server)
  const token = randomToken()
  const { id } = await insertProposal(server.db, {
    ...{ memorial_id: page.id, what: 'biography', value: '"Слова читателя."', note: null, author: 'Вера' },
    ...{ author_email: null, author_id: null, consent_version: null, own_token_hash: hashToken(token) },
  })
  const decide = (who: { token: string }, decision: string, expected?: string) =>
    server.api({ method: 'POST', url: `/proposals/${id}/decide`, token: who.token, payload: { decision, expected } })
  const takeBack = () => server.api({ method: 'DELETE', url: '/proposals/own', payload: { own_token: token } })
  const biography = async () =>
    (await server.api({ url: `/memorial/${page.id}`, token: sister.token })).json<Memorial>().biography
  return { sister, brother, decide, takeBack, biography, save, expectChain }
}

async function oneDecision(server: TestApp) {
  return async () => {
    const { sister, brother, decide, biography } = await aProposal(server)
    const both = await Promise.all([decide(sister, 'accepted'), decide(brother, 'rejected')])
    const [accepted, rejected] = both.map(({ statusCode }) => statusCode)
    expect([
      [200, 409, 'Слова читателя.'],
      [409, 204, 'Начало.'],
    ]).toContainEqual([accepted, rejected, await biography()])
  }
}

async function decisionAgainstWithdrawal(server: TestApp) {
  return async () => {
    const { sister, decide, takeBack, biography } = await aProposal(server)
    const [decided, withdrawn] = await Promise.all([decide(sister, 'accepted'), takeBack()])
    expect(withdrawn.statusCode).toBe(204)
    expect([200, 404, 409]).toContain(decided.statusCode)
    expect(await biography()).toBe(decided.statusCode === 200 ? 'Слова читателя.' : 'Начало.')
    expect((await decide(sister, 'accepted')).statusCode).toBe(404)
  }
}

/** Who accepts says which words they saw: the brother's are never overwritten. */
async function decisionAgainstSave(server: TestApp) {
  return async () => {
    const { sister, brother, decide, biography, save, expectChain } = await aProposal(server)
    const [accepted, saved] = await Promise.all([decide(sister, 'accepted', 'Начало.'), save(brother, 'Слова брата.')])
    expect(saved.statusCode).toBe(200)
    expect([200, 409]).toContain(accepted.statusCode)
    expect(await biography()).toBe('Слова брата.')
    const all = await expectChain()
    expect(all).toHaveLength(accepted.statusCode === 200 ? 2 : 1)
    if (accepted.statusCode === 409) expect((await decide(sister, 'rejected')).statusCode).toBe(204)
  }
}

async function aChangedDay(server: TestApp) {
  const { sister, brother, page, save, expectChain } = await aFamily(server)
  await save(brother, 'Слова брата.')
  const payload = new FormData()
  payload.append('name', 'Павел')
  await server.api({ method: 'PATCH', url: `/memorial/update/${page.id}`, token: brother.token, payload })
  const restoreDay = () =>
    server.api({
      ...{ method: 'POST', url: `/memorial/${page.id}/history/restore-day`, token: sister.token },
      payload: { day: moscowDay() },
    })
  return { sister, brother, page, save, expectChain, restoreDay }
}

async function dayAgainstTrash(server: TestApp) {
  return async () => {
    const { sister, page, restoreDay } = await aChangedDay(server)
    const { pages } = trashOf(server, sister.token)
    const [restored, trashed] = await Promise.all([restoreDay(), pages.keep(page.id)])
    expect([200, 404]).toContain(restored.statusCode)
    await pages.restore(page.id)
    expect(trashed).toBeDefined()
    const { token } = sister
    const { result } = (await server.api({ url: `/memorial/${page.id}/history`, token })).json<History>()
    const { biography, name } = (await server.api({ url: `/memorial/${page.id}`, token })).json<Memorial>()
    const newest = (what: string) => result.find((revision) => revision.what === what)?.after
    expect([biography, name]).toEqual([newest('biography'), newest('name')])
    await expectAgreement(server)
  }
}

async function dayAgainstSave(server: TestApp) {
  return async () => {
    const { brother, page, save, restoreDay } = await aChangedDay(server)
    const [restored, saved] = await Promise.all([restoreDay(), save(brother, 'Ещё слова брата.')])
    expect([restored.statusCode, saved.statusCode]).toEqual([200, 200])
    const { token } = brother
    const { result } = (await server.api({ url: `/memorial/${page.id}/history`, token })).json<History>()
    const texts = result.filter(({ what }) => what === 'biography')
    const { biography } = (await server.api({ url: `/memorial/${page.id}`, token })).json<Memorial>()
    expect([biography, ...texts.map(({ before }) => before)]).toEqual([...texts.map(({ after }) => after), 'Начало.'])
  }
}
