import { aReportedPage } from '@support/reports'
import type { TestApp } from '@support/server-app'
import { onEachEngine, statusesOf } from './race'

onEachEngine({
  'takes one of two decisions on a report at once': oneDecision,
  'opens a page once of two reopenings at once': oneReopening,
  'lets one report decide while the page is deleted': deletedMeanwhile,
})

async function oneDecision(server: TestApp) {
  const { aReport, decide, reopen, read, lettersTo, stored } = await aReportedPage(server)
  return async () => {
    const { id, email } = await aReport()
    expect(await statusesOf([decide(id, 'close'), decide(id, 'dismiss')])).toEqual([200, 409])
    const isClosed = (await stored(id))?.status === 'closed'
    expect(await read()).toBe(isClosed ? 403 : 200)
    expect(await lettersTo(email)).toHaveLength(1)
    if (isClosed) await reopen(id)
  }
}

async function oneReopening(server: TestApp) {
  const { owner, aClosing, reopen, read, lettersTo } = await aReportedPage(server)
  return async () => {
    const { id } = await aClosing()
    const before = (await lettersTo(owner.user.email)).length
    expect(await statusesOf([reopen(id), reopen(id)])).toEqual([200, 409])
    expect(await read()).toBe(200)
    expect(await lettersTo(owner.user.email)).toHaveLength(before + 1)
  }
}

async function deletedMeanwhile(server: TestApp) {
  return async () => {
    const { page, owner, aReport, decide, read } = await aReportedPage(server)
    const { id } = await aReport()
    const url = `/memorial/delete/${page.id}/`
    const [decided, deleted] = await Promise.all([
      decide(id, 'close'),
      server.api({ method: 'DELETE', url, token: owner.token }),
    ])
    expect([deleted.statusCode, [200, 404].includes(decided.statusCode)]).toEqual([204, true])
    expect(await read()).toBe(404)
  }
}
