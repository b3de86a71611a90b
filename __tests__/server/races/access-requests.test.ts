import { aClosedPage } from '@support/access-requests'
import { doTheJobs } from '@support/jobs'
import type { TestApp } from '@support/server-app'
import { onEachEngine, statusesOf } from './race'

onEachEngine({
  'takes one of two decisions on a request at once': oneDecision,
  'lets nobody in whose request is ended at the same moment': endedOrLetIn,
  'tells keepers once when two processes look at once': oneLetter,
})

const lettersTo = async (server: TestApp, email: string) =>
  server.db.selectFrom('letters').select('subject').where('recipient', '=', email).execute()

async function oneDecision(server: TestApp) {
  const { somebody, decide, list } = await aClosedPage(server)
  return async () => {
    const { id, email } = await somebody()
    const both = [decide(id, 'approved'), decide(id, 'rejected')]
    expect(await statusesOf(both)).toEqual([200, 409])
    const decided = (await list()).find((request) => request.id === id)?.status
    const [approved] = await Promise.all(both)
    expect(decided).toBe(approved?.statusCode === 200 ? 'approved' : 'rejected')
    expect(await lettersTo(server, email)).toHaveLength(decided === 'approved' ? 1 : 0)
  }
}

async function endedOrLetIn(server: TestApp) {
  const { somebody, decide, end, open, keyFor } = await aClosedPage(server)
  return async () => {
    const { id, email } = await somebody()
    const [decided, ended] = await Promise.all([decide(id, 'approved'), end(id)])
    expect([ended.statusCode, [200, 404].includes(decided.statusCode)]).toEqual([204, true])
    const letters = await lettersTo(server, email)
    expect(letters).toHaveLength(decided.statusCode === 200 ? 1 : 0)
    if (letters.length > 0) expect((await open(await keyFor(email))).statusCode).toBe(403)
  }
}

async function oneLetter(server: TestApp) {
  return async () => {
    const { owner, ask } = await aClosedPage(server)
    await ask()
    await Promise.all([doTheJobs(server), doTheJobs(server)])
    const told = (await lettersTo(server, owner.user.email)).filter(({ subject }) => subject.includes('просят'))
    expect(told).toHaveLength(1)
  }
}
